import { draw } from '../../../../src/lib/draw.ts'
import { normalSample } from '../../../../src/lib/normal.ts'
import { average, sum } from './known.ts'

export interface HostPage {
  host: number
  score: number
}

interface Rules {
  hostPages: number
  randomSeed: number
}

/** What new hosts are called where hosts are. */
export const NEW = -1

/**
 * Dynamic Thompson sampling over hosts by its formulas, from all pages in the order they were
 * learned. An arm that saw scores s, the last m = `hostPages` of them in full measure and what came
 * before fading by m/(m+1) a page, has the posterior N((Σs + μ)/(n+1), σ²/(n+1)); μ and σ² are mean
 * and variance of all pages. After each page its arm is drawn, then a new host's own, then the next
 * eight in turn.
 */
export function hostSamples(pages: readonly HostPage[], rules: Rules): Map<number, number> {
  const arms = [NEW]
  const samples = new Map([[NEW, 0]])
  let drawn = 0
  let turn = 0
  for (let learned = 1; learned <= pages.length; learned++) {
    const soFar = pages.slice(0, learned)
    const sample = (arm: number) =>
      samples.set(arm, sampleOf(rewardsOf(arm, soFar), soFar, rules, drawn++))
    const { host } = soFar.at(-1)!
    const isNew = !arms.includes(host)
    sample(isNew ? NEW : host)
    if (isNew) {
      arms.push(host)
      sample(host)
    }
    for (let i = 0; i < Math.min(8, arms.length); i++) {
      turn = (turn + 1) % arms.length
      sample(arms[turn]!)
    }
  }
  return samples
}

/** The first page of each host belongs to the arm of new hosts. */
function rewardsOf(arm: number, pages: readonly HostPage[]): number[] {
  const isFirst = ({ host }: HostPage, at: number) =>
    pages.findIndex((page) => page.host === host) === at
  const own = arm === NEW ? pages.filter(isFirst) : pages.filter(({ host }) => host === arm)
  return own.map(({ score }) => score)
}

function sampleOf(
  rewards: readonly number[],
  pages: readonly HostPage[],
  { hostPages, randomSeed }: Rules,
  index: number,
): number {
  const scores = pages.map(({ score }) => score)
  const mean = average(scores)
  const variance = Math.max(0, average(scores.map((score) => score * score)) - mean * mean)
  const beyond = Math.max(0, rewards.length - hostPages)
  const fading = (at: number) => {
    const fadedBy = Math.min(beyond, rewards.length - at)
    return (hostPages / (hostPages + 1)) ** fadedBy
  }
  const pagesCounted = sum(rewards.map((_, at) => fading(at)))
  const scoresCounted = sum(rewards.map((score, at) => score * fading(at)))
  const noise = normalSample((word) => draw(draw(randomSeed, -2), index * 6 + word))
  return (
    (scoresCounted + mean) / (pagesCounted + 1) + noise * Math.sqrt(variance / (pagesCounted + 1))
  )
}
