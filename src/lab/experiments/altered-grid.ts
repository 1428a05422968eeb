/** The grid of Gouriten et al. 2014, Figure 1. */
export const GREEDS = [0.2, 0.4, 0.6, 0.8, 1]
export const ZETAS = [0, 0.2, 0.4, 0.6, 0.8]

/** Plain greedy, whatever ζ. */
export const GREEDY = 'oracle'

export function alteredKey(greed: number, zeta: number): string {
  return greed === 1 ? GREEDY : `oracle(greed=${greed},zeta=${zeta})`
}
