/** Append-only: a record holds the place in this list. */
export const ESTIMATORS = [
  'bfs',
  'nr',
  'opic',
  'fl_deg',
  'fl_n',
  'fl_e',
  'fl_ne',
  'sl_n',
  'sl_e',
  'sl_ne',
  'lr_fl',
  'lr_sl',
  'oracle',
] as const
export type EstimatorName = (typeof ESTIMATORS)[number]

export const BANDITS = ['mab_epsilon', 'mab_epsilon_first', 'mab_var'] as const
export type BanditName = (typeof BANDITS)[number]

export type PolicyName = EstimatorName | BanditName

export function isBandit(name: PolicyName): name is BanditName {
  return (BANDITS as readonly string[]).includes(name)
}
