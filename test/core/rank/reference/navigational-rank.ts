import { average, betaOf, frontierOf, linksOf, type Known } from './known.ts'
import { isCrawled, latestMoment, parentsOf, type Moment } from './moment.ts'

/** The paper leaves η open (A16). */
const ETA = 0.5
const CLOSE_ENOUGH = 1e-6
const MAX_ROUNDS = 50

/** NR2, in one pass over the frontier: crawled nodes keep their NR1 (A17). */
export function nrEstimates(known: Known): Map<number, number> {
  const moment = latestMoment(known)
  const rank = nr1(known)
  const score = (node: number) => {
    const shares = parentsOf(moment, node).map(
      (parent) => rank[parent.node]! / linksOf(known.graph, parent.node).length,
    )
    return ETA * rank[node]! + (1 - ETA) * average(shares)
  }
  return new Map(frontierOf(known).map((node) => [node, score(node)]))
}

/** NR1 of every node; what is not known yet has 0 and no part in it. */
export function nr1(known: Known): number[] {
  const moment = latestMoment(known)
  let rank = known.graph.beta.map(() => 0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = rank.map((_, node) => nr1Of(moment, rank, node))
    const change = Math.max(...next.map((value, node) => Math.abs(value - rank[node]!)))
    rank = next
    if (change < CLOSE_ENOUGH) break
  }
  return rank
}

/** β is taken for 0 on the frontier and no link is known, so nothing is left. */
function nr1Of(moment: Moment, rank: readonly number[], node: number): number {
  if (!isCrawled(moment, node)) return 0
  const shares = linksOf(moment.graph, node).map(
    ({ to }) => rank[to]! / parentsOf(moment, to).length,
  )
  return ETA * betaOf(moment.graph, node) + (1 - ETA) * average(shares)
}
