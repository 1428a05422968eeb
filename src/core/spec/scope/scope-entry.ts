/** What an entry of a scope compiles to, or what is wrong with it, in words to follow its quotation. */
export type Compiled<T> = { kind: 'ok'; value: T } | { kind: 'bad'; problem: string }

export function good<T>(value: T): Compiled<T> {
  return { kind: 'ok', value }
}

export function bad<T>(problem: string): Compiled<T> {
  return { kind: 'bad', problem }
}
