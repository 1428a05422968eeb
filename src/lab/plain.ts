/** What JSON makes of maps inside maps: objects. */
export function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value
  return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)]))
}

/** An object of maps as an object of objects. */
export function plainFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]))
}
