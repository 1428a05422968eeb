/** A thousand seeds have a fifth of it. */
export const MAX_BODY_BYTES = 1_000_000
