import { expm1 } from '../../../../src/lib/logarithm.ts'
import { betaOf, crawlOrder, frontierOf, linksOf, sum, type Known } from './known.ts'

/** Formulas (1), (3) and (4) of Guan et al. 2008, one crawled page after the other. */
export function otieEstimates(known: Known, roundPages = 10): Map<number, number> {
  const cash = otieCash(known, roundPages)
  return new Map(frontierOf(known).map((node) => [node, cash.get(node) ?? 0]))
}

/** What every node holds, of the total of 1 that the seeds shared. */
function otieCash(known: Known, roundPages = 10): Map<number, number> {
  const { graph, seeds } = known
  const cash = new Map(seeds.map((seed) => [seed, 1 / seeds.length]))
  const scores: number[] = []
  const linkScores: number[] = []
  // Seeds are crawled before any leads anywhere.
  const fetched = new Set(seeds)
  const expanded = new Set<number>()
  const relevance = (node: number) => shareOf(betaOf(graph, node), scores)

  const handOn = (node: number, amount: number) => {
    cash.set(node, 0)
    const promises = linksOf(graph, node).map(({ to, alpha }) =>
      fetched.has(to) ? relevance(to) : 0.25 * relevance(node) + 0.75 * shareOf(alpha, linkScores),
    )
    const all = sum(promises)
    for (const [i, { to }] of linksOf(graph, node).entries()) {
      const share = all > 0 ? promises[i]! / all : 1 / promises.length
      cash.set(to, (cash.get(to) ?? 0) + amount * share)
    }
  }

  for (const [step, node] of crawlOrder(known).entries()) {
    fetched.add(node)
    expanded.add(node)
    scores.push(betaOf(graph, node))
    linkScores.push(...linksOf(graph, node).map(({ alpha }) => alpha))
    const revised = 1 + Math.max(-1, 0.85 * (2 * relevance(node) - 1) ** 3)
    handOn(node, (cash.get(node) ?? 0) * revised)
    if ((step + 1) % roundPages === 0) redistribute()
  }
  return cash

  function redistribute(): void {
    // The order of discovery decides between equals.
    const candidates = [...seeds, ...discovered(known)].filter((node) => expanded.has(node))
    const [first, ...others] = candidates.filter((node) => cash.get(node)! > 0)
    if (first === undefined) return
    const richest = others.reduce((a, b) => (cash.get(b)! > cash.get(a)! ? b : a), first)
    handOn(richest, cash.get(richest)!)
  }
}

function shareOf(value: number, seen: readonly number[]): number {
  const positive = seen.filter((other) => other > 0)
  return value > 0 ? -expm1(-value / (sum(positive) / positive.length)) : 0
}

function discovered({ graph, seeds, crawled }: Known): number[] {
  const found = new Set(seeds)
  for (const node of [...seeds, ...crawled]) {
    for (const { to } of linksOf(graph, node)) found.add(to)
  }
  return [...found].slice(seeds.length)
}
