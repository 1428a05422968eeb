/** Whom the installation's first key belongs to, and every campaign from before there were owners. */
export const MAIN_OWNER = 'main'

/** A name as in a host: it stands in the names of objects, apart from the rest by a slash. */
export const OWNER = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
