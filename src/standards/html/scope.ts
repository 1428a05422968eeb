import { names } from './names.ts'

/** What bounds the search for an open element (HTML §13.2.4.2); each is a bit. */
export const SCOPE = { general: 1, listItem: 2, button: 4, table: 8, select: 16 } as const
export type Scope = (typeof SCOPE)[keyof typeof SCOPE]

const BOUNDARY = SCOPE.general | SCOPE.listItem | SCOPE.button
const EVERY = BOUNDARY | SCOPE.table | SCOPE.select

const ENDS_EVERY = names('html table template')
const ENDS_MOST = names('applet caption marquee object td th')
const ENDS_NONE = names('optgroup option')

/** The scopes that an HTML element ends: what is open outside of it is out of these within it. */
export function scopesEndedBy(name: string): number {
  if (ENDS_EVERY.has(name)) return EVERY
  if (ENDS_NONE.has(name)) return 0
  if (ENDS_MOST.has(name)) return BOUNDARY | SCOPE.select
  if (name === 'ol' || name === 'ul') return SCOPE.listItem | SCOPE.select
  return name === 'button' ? SCOPE.button | SCOPE.select : SCOPE.select
}

/** Of a foreign element, which may be a boundary to the HTML inside of it. */
export function scopesEndedByForeign(isBoundary: boolean): number {
  return isBoundary ? BOUNDARY | SCOPE.select : SCOPE.select
}
