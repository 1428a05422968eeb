/** Whom the installation's first key belongs to, and every campaign from before there were owners. */
export const MAIN_OWNER = 'main'

const OWNER = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** A name as in a host: it stands in the names of objects, apart from the rest by a slash. */
export function isOwner(text: string): boolean {
  return OWNER.test(text)
}
