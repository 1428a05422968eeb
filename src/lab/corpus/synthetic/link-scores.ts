import { Chance } from '../chance.ts'
import type { Graph } from '../../../lib/sparse-graph.ts'
import { STREAM } from './nodes.ts'
import type { SyntheticPlan } from './options.ts'

/** How much likelier the keyword stands around a link to a page about the topic than to another. */
const ODDS = 20
/** Further occurrences around a link to a page about the topic, before rounding down. */
const MEAN_EXTRA = 0.7

/** 0: a page that is not about the topic; 1: one that is. */
type About = Uint8Array

/** The link scores of a generated graph: words that belong to the source and speak of the target. */
export function scoreLinks(plan: SyntheticPlan, graph: Graph, counts: Uint16Array): Float32Array {
  const chance = new Chance(plan.seed, STREAM.linkScores)
  const about = drawAbout(counts, chance)
  const likelihood = likelihoods(
    countLinks(graph, counts, about),
    plan.relevantEdges * graph.edgeCount,
  )
  const alpha = new Float32Array(graph.edgeCount)
  for (let source = 0; source < graph.nodeCount; source++) {
    // What stands around the links of a page stands in the page.
    const most = counts[source]!
    if (most === 0) continue
    for (let edge = graph.outStart[source]!; edge < graph.outStart[source + 1]!; edge++) {
      const kind = about[graph.outTarget[edge]!]!
      if (chance.unit() >= likelihood[kind]!) continue
      alpha[edge] = Math.log1p(Math.min(most, 1 + kind * extra(chance)))
    }
  }
  return alpha
}

/**
 * A page can have the keyword without being what others name by it: one in ten of those that have
 * it once are about the topic, half of those that have it 34 times.
 */
function drawAbout(counts: Uint16Array, chance: Chance): About {
  return Uint8Array.from(counts, (count) =>
    count > 0 && chance.unit() < (count + 3) / (count + 40) ? 1 : 0,
  )
}

function extra(chance: Chance): number {
  return Math.floor(-MEAN_EXTRA * Math.log(1 - chance.unit()))
}

/** How likely the keyword is around a link of a page that has it, by the kind of its target. */
function likelihoods([others, about]: [number, number], wanted: number): [number, number] {
  const toAbout = Math.min(1, (ODDS * wanted) / Math.max(1, ODDS * about + others))
  return [Math.min(1, (wanted - toAbout * about) / Math.max(1, others)), toAbout]
}

/** The links of pages with the keyword, by the kind of their target. */
function countLinks(graph: Graph, counts: Uint16Array, about: About): [number, number] {
  let [others, toAbout] = [0, 0]
  for (let source = 0; source < graph.nodeCount; source++) {
    if (counts[source] === 0) continue
    for (let edge = graph.outStart[source]!; edge < graph.outStart[source + 1]!; edge++) {
      if (about[graph.outTarget[edge]!] === 1) toAbout++
      else others++
    }
  }
  return [others, toAbout]
}
