/** What estimates are made of. Append-only: a record holds the place in this list. */
export const TERMS = [
  'fl_deg',
  'fl_n',
  'fl_e',
  'fl_ne',
  'sl_n',
  'sl_e',
  'sl_ne',
  'distance',
  'cash',
  'handedOn',
  'parents',
  'score',
] as const
export type Term = (typeof TERMS)[number]

/** What an estimate is made of, for explanations. */
export type Terms = Partial<Record<Term, number>>
