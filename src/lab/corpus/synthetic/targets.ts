import type { Chance } from '../chance.ts'
import { byCommunity, type Communities, type Members } from './communities.ts'
import type { Counts } from './counts.ts'
import type { SyntheticPlan } from './options.ts'
import type { Traits } from './traits.ts'

export interface TargetSources {
  plan: SyntheticPlan
  communities: Communities
  traits: Traits
  counts: Counts
  chance: Chance
}

/** Share of links that stay in their community. */
const LOCAL = 0.7

/** Draws where a link leads. */
export class Targets {
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
