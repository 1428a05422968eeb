/** One stream of chance a purpose: a change to one part leaves what the others draw. */
export const STREAM = { communities: 0, traits: 1, counts: 2, links: 3, linkScores: 4 }
