import { grow } from '../../../lib/grow.ts'
import { Chance } from '../chance.ts'
import type { Graph } from '../../../lib/sparse-graph.ts'
import {
  byCommunity,
  type Communities,
  type Counts,
  type Members,
  STREAM,
  type Traits,
} from './nodes.ts'
import type { SyntheticPlan } from './options.ts'

/** Log-normal out-degrees: the middle node has 0.7 of the mean. */
const DEGREE_SPREAD = 0.85

/** Times a target already linked is drawn again as a link is, then as any node. */
const TRIES = 3
const LAST_TRIES = 8

export function drawLinks(
  plan: SyntheticPlan,
  communities: Communities,
  traits: Traits,
  counts: Counts,
): Graph {
  const chance = new Chance(plan.seed, STREAM.links)
  const targets = new Targets({ plan, communities, traits, counts, chance })
  const rows = new Rows(plan)
  const degree = degrees(plan, chance)
  for (let source = 0; source < plan.nodes; source++) {
    rows.begin(source)
    const wanted = degree(traits.length[source]!)
    for (let link = 0; link < wanted; link++) addOne(rows, targets, source)
    rows.end(source)
  }
  return rows.graph()
}

/** A function that draws the out-degree of a node of given length. */
function degrees(plan: SyntheticPlan, chance: Chance): (length: number) => number {
  // Every node with links has one or more, so few links mean many leaves.
  const withLinks = Math.min(1 - plan.leaves, plan.meanOutDegree)
  const more = withLinks === 0 ? 0 : plan.meanOutDegree / withLinks - 1
  return (length) => {
    if (chance.unit() >= withLinks) return 0
    const expected = more * Math.exp(DEGREE_SPREAD * length - DEGREE_SPREAD ** 2 / 2)
    return Math.min(plan.nodes - 1, 1 + Math.floor(expected + chance.unit()))
  }
}

function addOne(rows: Rows, targets: Targets, source: number): void {
  for (let tries = 0; tries < TRIES; tries++) if (rows.add(targets.draw(source))) return
  for (let tries = 0; tries < LAST_TRIES; tries++) if (rows.add(targets.drawAny())) return
}

/** The rows of the graph, filled one after the other. */
class Rows {
  readonly #outStart: Uint32Array
  #outTarget: Uint32Array
  #edgeCount = 0
  #rowStart = 0
  /** The last source that linked to each node, plus one. */
  readonly #linkedBy: Uint32Array
  #mark = 0

  constructor({ nodes, meanOutDegree }: SyntheticPlan) {
    this.#outStart = new Uint32Array(nodes + 1)
    this.#linkedBy = new Uint32Array(nodes)
    // A hundredth more than expected, as growing takes twice the memory.
    this.#outTarget = new Uint32Array(Math.ceil(nodes * meanOutDegree * 1.01) + 64)
  }

  begin(source: number): void {
    this.#mark = source + 1
    this.#linkedBy[source] = this.#mark
  }

  /** `false` if the source has this link, or is the target. */
  add(target: number): boolean {
    if (this.#linkedBy[target] === this.#mark) return false
    this.#linkedBy[target] = this.#mark
    this.#outTarget = grow(this.#outTarget, this.#edgeCount + 1)
    this.#outTarget[this.#edgeCount++] = target
    return true
  }

  end(source: number): void {
    this.#outTarget.subarray(this.#rowStart, this.#edgeCount).sort()
    this.#outStart[source + 1] = this.#edgeCount
    this.#rowStart = this.#edgeCount
  }

  graph(): Graph {
    return {
      nodeCount: this.#linkedBy.length,
      edgeCount: this.#edgeCount,
      outStart: this.#outStart,
      outTarget: this.#outTarget.slice(0, this.#edgeCount),
    }
  }
}

interface TargetSources {
  plan: SyntheticPlan
  communities: Communities
  traits: Traits
  counts: Counts
  chance: Chance
}

/** Share of links that stay in their community. */
const LOCAL = 0.7

/** Draws where a link leads. */
class Targets {
  readonly #chance: Chance
  readonly #community: Uint32Array
  readonly #count: Uint16Array
  readonly #popular: Uint32Array
  readonly #popularIn: Members
  readonly #rich: Uint32Array
  readonly #richIn: Members
  readonly #assortativity: number

  constructor({ plan, communities, traits, counts, chance }: TargetSources) {
    this.#chance = chance
    this.#community = communities.of
    this.#count = counts.of
    this.#popular = traits.byPopularity
    this.#popularIn = byCommunity(traits.byPopularity, communities)
    this.#rich = counts.rich
    this.#richIn = byCommunity(counts.rich, communities)
    this.#assortativity = plan.assortativity
  }

  drawAny(): number {
    return this.#chance.below(this.#community.length)
  }

  draw(source: number): number {
    const count = this.#count[source]!
    // The more a page has the keyword, the more often it links to another because of it.
    const isOnPurpose = this.#chance.unit() < this.#assortativity * (1 - 1 / (1 + count))
    const isLocal = this.#chance.unit() < LOCAL
    const community = this.#community[source]!
    return isOnPurpose ? this.#drawRich(community, isLocal) : this.#drawPopular(community, isLocal)
  }

  /** Density rank^(-1/3) among those with the keyword, the richest first. */
  #drawRich(community: number, isLocal: boolean): number {
    const unit = this.#chance.unit()
    const rank = unit * Math.sqrt(unit)
    const local = isLocal ? atRank(this.#richIn, community, rank) : undefined
    return local ?? this.#rich[Math.floor(rank * this.#rich.length)]!
  }

  /**
   * Density rank^(-2/3): in-degrees follow a power law of exponent 2.5, between the 2.1 found on
   * the Web and the 3 of preferential attachment (Barabási and Albert 1999).
   */
  #drawPopular(community: number, isLocal: boolean): number {
    const unit = this.#chance.unit()
    const rank = unit * unit * unit
    const local = isLocal ? atRank(this.#popularIn, community, rank) : undefined
    return local ?? this.#popular[Math.floor(rank * this.#popular.length)]!
  }
}

/** The member of a community at a rank from 0 to before 1; `undefined` if it has none. */
function atRank({ start, node }: Members, community: number, rank: number): number | undefined {
  const first = start[community]!
  const size = start[community + 1]! - first
  return size === 0 ? undefined : node[first + Math.floor(rank * size)]
}
