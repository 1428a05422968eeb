/** What a key may do, each all that the one before may: look, change, manage keys. */
export const ACCESS_SCOPES = ['read', 'write', 'admin'] as const
export type AccessScope = (typeof ACCESS_SCOPES)[number]

export function covers(held: AccessScope, needed: AccessScope): boolean {
  return ACCESS_SCOPES.indexOf(held) >= ACCESS_SCOPES.indexOf(needed)
}

/** With what it includes. */
export function coveredBy(held: AccessScope): AccessScope[] {
  return ACCESS_SCOPES.filter((scope) => covers(held, scope))
}
