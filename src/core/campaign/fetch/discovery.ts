import { splitUrl } from '../../graph/split-url.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { Links } from '../../graph/known-links.ts'
import type { NodeId, NodeState } from '../../graph/node-table.ts'
import { ALL_LINKS, type LinkFilter } from './link-filter.ts'
import type { ScoredLink } from './gather.ts'
import { maxSitemaps, sideRequestsLeft } from '../evolve/side-budget.ts'
import { isMemoryFull, keepsLinks } from '../evolve/memory.ts'
import type { Discovered, NewNode, QualifiedLink } from '../event.ts'
import { countSkips, type SkipReason, type Skips } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'

/** How much of a row (2 MB at most) a page's links may take, in characters of new URLs. */
const NEW_URL_CHARACTERS = 1_000_000

/** Large sites have a sitemap for each month or kind of page. */
const MAX_SITEMAPS_OF_A_HOST = 100

export interface Found {
  discovered: Discovered
  edges: Links
  qualifiedLinks: QualifiedLink[]
  skips: Skips
  /** The node of the page's canonical URL. */
  alias: NodeId | undefined
  sitemaps: NodeId[]
  /** Where in the page the link of each edge stands, if that is known. */
  tagPaths: (string | undefined)[]
}

/** The site that a URL belongs to. */
export type SiteOf = (url: string) => string

interface Leads {
  links?: readonly ScoredLink[]
  /** Sitemaps and feeds. */
  sitemaps?: readonly string[]
  /** The page's canonical URL. */
  canonical?: string | undefined
  /** The node of the page itself: links to it are left out. */
  page?: NodeId | undefined
}

/** Resolves the URLs that a page leads to: known ones to their nodes, new ones to the next ids. */
export function discover(
  { links = [], sitemaps = [], canonical, page }: Leads,
  state: CampaignState,
  siteOf: SiteOf,
  filter = ALL_LINKS,
): Found {
  const found = new Discovery(state, siteOf, filter)
  const linkScores = new Map<NodeId, number>()
  const qualifiedLinks: QualifiedLink[] = []
  const tagPaths: (string | undefined)[] = []
  for (const { url, linkScore, rel, tagPath } of links) {
    const target = found.target(url)
    // Two links may lead to one node, if one of them redirects.
    if (target === undefined || target === page || linkScores.has(target)) continue
    if (rel.length > 0) qualifiedLinks.push({ edge: linkScores.size, rel })
    linkScores.set(target, linkScore)
    tagPaths.push(tagPath)
  }
  for (const url of sitemaps) found.list(url)
  const alias = canonical === undefined ? undefined : found.alias(canonical)
  const { origins, sites, nodes, skips } = found
  const edges = { targets: [...linkScores.keys()], linkScores: [...linkScores.values()] }
  const lists = [...found.sitemaps]
  return {
    discovered: { origins, sites, nodes },
    edges,
    qualifiedLinks,
    skips,
    alias,
    sitemaps: lists,
    tagPaths,
  }
}

export function discoverSeeds(seeds: readonly string[], siteOf: SiteOf): Discovered {
  const origins: string[] = []
  const nodes = seeds.map((seed): NewNode => {
    const { origin, path } = splitUrl(seed)
    if (!origins.includes(origin)) origins.push(origin)
    return { host: origins.indexOf(origin) as HostId, path }
  })
  return { origins, sites: origins.map((origin) => siteOf(`${origin}/`)), nodes }
}

class Discovery {
  readonly origins: string[] = []
  readonly sites: string[] = []
  readonly nodes: NewNode[] = []
  readonly skips: Skips = {}
  readonly sitemaps = new Set<NodeId>()
  readonly #state: CampaignState
  readonly #siteOf: SiteOf
  readonly #filter: LinkFilter
  readonly #hosts = new Map<string, HostId>()
  readonly #named = new Map<string, NodeId>()
  readonly #isFull: boolean
  readonly #forgetsLinks: boolean
  readonly #sitemapsOf = new Map<string, number>()
  #charactersLeft = NEW_URL_CHARACTERS

  constructor(state: CampaignState, siteOf: SiteOf, filter: LinkFilter) {
    this.#state = state
    this.#siteOf = siteOf
    this.#filter = filter
    this.#isFull = isMemoryFull(state)
    // A link takes room as well if the policy keeps links.
    this.#forgetsLinks = this.#isFull && keepsLinks(state)
  }

  /** The node of a URL, known or new; undefined if the URL is skipped, which is counted. */
  target(url: string): NodeId | undefined {
    const known = this.#state.index.urls.find(url)
    const reason = known === undefined ? this.#whyNotName(url) : this.#whyNotLink()
    if (reason === undefined) {
      return known === undefined ? this.#name(url) : this.#state.aliases.canonicalNode(known)
    }
    countSkips(this.skips, reason)
    return undefined
  }

  /** The node of a canonical URL; a sitemap or feed is never the canonical URL of a page. */
  alias(url: string): NodeId | undefined {
    const node = this.#unasked(url)
    return node === undefined || this.#isSitemap(node) ? undefined : node
  }

  /** Adds a sitemap or feed, up to the limit per host. */
  list(url: string): void {
    const { origin } = splitUrl(url)
    const ofHost = this.#sitemapsOf.get(origin) ?? sitemapsOf(origin, this.#state)
    if (ofHost >= MAX_SITEMAPS_OF_A_HOST || !this.#mayListMore()) return
    const node = this.#unasked(url)
    if (node === undefined || this.#isSitemap(node)) return
    this.#sitemapsOf.set(origin, ofHost + 1)
    this.sitemaps.add(node)
  }

  #isSitemap(node: NodeId): boolean {
    return this.sitemaps.has(node) || this.#state.sitemaps.has(node)
  }

  /** The node of a URL that is new or yet to be fetched, if there is room. */
  #unasked(url: string): NodeId | undefined {
    const known = this.#state.index.urls.find(url) ?? this.#named.get(url)
    if (known === undefined) return this.#hasRoomFor(url) ? this.#name(url) : undefined
    const isNew = known >= this.#state.nodes.length
    return isNew || isUnasked(this.#state.nodes.state(known)) ? known : undefined
  }

  #mayListMore(): boolean {
    const { counters, sitemaps, spec } = this.#state
    if (sideRequestsLeft(this.#state) === 0) return false
    return counters.sitemaps + sitemaps.size + this.sitemaps.size < maxSitemaps(spec.budget)
  }

  #whyNotName(url: string): SkipReason | undefined {
    return this.#filter(url) ?? (this.#hasRoomFor(url) ? undefined : 'no_room')
  }

  #hasRoomFor(url: string): boolean {
    return !this.#isFull && url.length <= this.#charactersLeft
  }

  #whyNotLink(): SkipReason | undefined {
    return this.#forgetsLinks ? 'no_room' : undefined
  }

  #name(url: string): NodeId {
    this.#charactersLeft -= url.length
    const { origin, path } = splitUrl(url)
    const node = (this.#state.nodes.length + this.nodes.length) as NodeId
    this.nodes.push({ host: this.#host(origin), path })
    this.#named.set(url, node)
    return node
  }

  #host(origin: string): HostId {
    const known = this.#state.hosts.find(origin) ?? this.#hosts.get(origin)
    if (known !== undefined) return known
    const host = (this.#state.hosts.length + this.origins.length) as HostId
    this.origins.push(origin)
    this.sites.push(this.#siteOf(`${origin}/`))
    this.#hosts.set(origin, host)
    return host
  }
}

function sitemapsOf(origin: string, { hosts }: CampaignState): number {
  const host = hosts.find(origin)
  return host === undefined ? 0 : hosts.sitemaps(host)
}

function isUnasked(state: NodeState): boolean {
  return state === 'queued' || state === 'shelved'
}
