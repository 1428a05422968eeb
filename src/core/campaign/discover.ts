import { splitUrl } from '../graph/address.ts'
import type { HostId } from '../graph/host-table.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { ScoredLink } from './gather.ts'
import { isMemoryFull, keepsLinks } from './memory.ts'
import type { Discovered, Doubt, NewNode } from './record.ts'
import type { CampaignState } from './state.ts'

/** A row holds 2 MB at most; what a page's links may take of it, in characters of new URLs. */
const NEW_URL_CHARACTERS = 1_000_000

/** Tells the known from the new among a page's links; new ones get the ids that come next. */
export function discover(
  links: readonly ScoredLink[],
  state: CampaignState,
): { discovered: Discovered; edges: Links; doubts: Doubt[] } {
  // A link takes room as well where links are kept.
  if (isMemoryFull(state) && keepsLinks(state)) return NOTHING
  const found = new Discovery(state)
  const targets: NodeId[] = []
  const linkScores: number[] = []
  const doubts: Doubt[] = []
  for (const { url, linkScore, rel } of links) {
    const target = state.urls.find(url) ?? found.name(url)
    if (target === undefined) continue
    if (rel.length > 0) doubts.push({ edge: targets.length, rel })
    targets.push(target)
    linkScores.push(linkScore)
  }
  const { origins, nodes } = found
  return { discovered: { origins, nodes }, edges: { targets, linkScores }, doubts }
}

const NOTHING = {
  discovered: { origins: [], nodes: [] },
  edges: { targets: [], linkScores: [] },
  doubts: [],
}

export function discoverSeeds(seeds: readonly string[]): Discovered {
  const origins: string[] = []
  const nodes = seeds.map((seed): NewNode => {
    const { origin, path } = splitUrl(seed)
    if (!origins.includes(origin)) origins.push(origin)
    return { host: origins.indexOf(origin) as HostId, path }
  })
  return { origins, nodes }
}

class Discovery {
  readonly origins: string[] = []
  readonly nodes: NewNode[] = []
  readonly #state: CampaignState
  readonly #hosts = new Map<string, HostId>()
  #charactersLeft = NEW_URL_CHARACTERS
  readonly #isFull: boolean

  constructor(state: CampaignState) {
    this.#state = state
    this.#isFull = isMemoryFull(state)
  }

  /** Undefined when the record is full, or memory. */
  name(url: string): NodeId | undefined {
    if (this.#isFull || url.length > this.#charactersLeft) return undefined
    this.#charactersLeft -= url.length
    const { origin, path } = splitUrl(url)
    this.nodes.push({ host: this.#host(origin), path })
    return (this.#state.nodes.length + this.nodes.length - 1) as NodeId
  }

  #host(origin: string): HostId {
    const known = this.#state.hosts.find(origin) ?? this.#hosts.get(origin)
    if (known !== undefined) return known
    const host = (this.#state.hosts.length + this.origins.length) as HostId
    this.origins.push(origin)
    this.#hosts.set(origin, host)
    return host
  }
}
