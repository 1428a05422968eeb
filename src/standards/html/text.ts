/** One set from a list of names, as the standard gives them. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** A map from each name to its rule; a key lists the names that share one. */
export function byName<Rule>(rules: Record<string, Rule>): ReadonlyMap<string, Rule> {
  return new Map(
    Object.entries(rules).flatMap(([list, rule]) =>
      list.split(' ').map((name): [string, Rule] => [name, rule]),
    ),
  )
}

/** HTML's white space, a subset of a regular expression's. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

export function isBlank(text: string): boolean {
  return !/[^\t\n\f\r ]/.test(text)
}

/** Lowers ASCII letters alone: a Kelvin sign is no `k`. */
export function lowerCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : text
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
