export interface Game {
  arms: number
  steps: number
  /** The score of the node crawled when `arm` chooses at `step`; asked once a step, in order. */
  reward: (step: number, arm: number) => number
  /** An integer from 0 to k-1. */
  uniform: (k: number) => number
  /** A number from 0 up to 1. */
  chance: () => number
}

/** A10: the paper prints the reverse; its figures speak for exploiting nine times in ten. */
const P_EXPLOIT = 0.9

/** The arms played by ε-greedy. `chance` is asked first, `uniform` only to explore. */
export function mabEps(game: Game, pExploit = P_EXPLOIT): number[] {
  const tally = new Tally(game.arms)
  const played: number[] = []
  for (let t = 0; t < game.steps; t++) {
    const arm = game.chance() < pExploit ? tally.best() : game.uniform(game.arms)
    tally.add(arm, game.reward(t, arm))
    played.push(arm)
  }
  return played
}

/** The arms played by ε-first: the first ⌊εN⌋ steps are uniform, N being the budget (A11). */
export function mabFirst(game: Game, epsilon: number, budget: number): number[] {
  const tally = new Tally(game.arms)
  const played: number[] = []
  const exploreEnd = Math.floor(epsilon * budget)
  for (let t = 0; t < game.steps; t++) {
    const arm = t < exploreEnd ? game.uniform(game.arms) : tally.best()
    tally.add(arm, game.reward(t, arm))
    played.push(arm)
  }
  return played
}

/** The arms played by ε-first with variable reset: phases of c·(p+1) steps (A13). */
export function mabVar(game: Game, epsilon: number, c: number): number[] {
  let tally = new Tally(game.arms)
  const played: number[] = []
  let [p, exploreEnd, phaseEnd] = [0, 0, 0]
  let decided = false
  let previousBest: number | undefined
  for (let t = 0; t < game.steps; t++) {
    if (t >= phaseEnd) {
      tally = new Tally(game.arms)
      const r = c * (p + 1)
      exploreEnd = t + Math.floor(epsilon * r)
      phaseEnd = t + r
      decided = false
    }
    let arm: number
    if (t < exploreEnd) {
      arm = game.uniform(game.arms)
    } else {
      arm = tally.best()
      if (!decided) {
        p = arm === previousBest ? p + 1 : 0
        previousBest = arm
        decided = true
      }
    }
    tally.add(arm, game.reward(t, arm))
    played.push(arm)
  }
  return played
}

/** Only the arm that played learns (A12). */
class Tally {
  readonly #sums: number[]
  readonly #counts: number[]

  constructor(arms: number) {
    this.#sums = Array.from({ length: arms }, () => 0)
    this.#counts = Array.from({ length: arms }, () => 0)
  }

  add(arm: number, reward: number): void {
    this.#sums[arm]! += reward
    this.#counts[arm]! += 1
  }

  /** An arm never played averages 0; ties go to the lowest index. */
  best(): number {
    const averages = this.#sums.map((sum, arm) =>
      this.#counts[arm] === 0 ? 0 : sum / this.#counts[arm]!,
    )
    return averages.indexOf(Math.max(...averages))
  }
}
