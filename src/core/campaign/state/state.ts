import type { Archive } from '../../../lib/archive.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import { HostTable, type HostId } from '../../graph/host-table.ts'
import { NodeTable, type NodeId } from '../../graph/node-table.ts'
import { completePolicy, type Policy } from '../../rank/policy.ts'
import { Ranker } from '../../rank/ranker.ts'
import { applyPatch, type Patch } from '../../spec/patch.ts'
import { type ScopeFilter, scopeFilter } from '../../spec/scope-filter.ts'
import type { Spec } from '../../spec/spec.ts'
import { buildScorer } from '../../topic/scorers.ts'
import type { Scorer } from '../../topic/scorer.ts'
import type { Created } from '../event.ts'
import type { Status } from '../status.ts'
import { Aliases } from './aliases.ts'
import { archiveJson, archiveMap } from './archive-map.ts'
import { SeenContent } from './content.ts'
import { noCounters } from './counters.ts'
import { NodeIndex } from './node-index.ts'
import { Progress } from './progress.ts'
import { ResultsCursor } from './results-cursor.ts'
import { Schedule } from './schedule.ts'

/** The log that a state is the fold of, for a new policy or a page that is fetched again. */
export interface History {
  read: (seq: number) => Uint8Array
  after: (seq: number) => Iterable<Uint8Array>
}

type Origin = Pick<Created, 'id' | 'owner' | 'spec' | 'at' | 'salt'>

/** The secret for trusted input, as in the lab. */
const NO_SECRET: SipKey = [0, 0, 0, 0]

/**
 * A campaign's state: the fold of its log, and nothing that is not in the log. It consists of
 * slices, which only `evolve` changes.
 */
export class CampaignState {
  readonly id: string
  readonly owner: string
  readonly createdAt: number
  readonly history: History
  readonly #salt: SipKey
  #spec: Spec
  #scope: ScopeFilter
  #scorer: Scorer
  #ranker: Ranker
  readonly nodes = new NodeTable()
  readonly hosts = new HostTable()
  readonly index: NodeIndex
  readonly aliases = new Aliases()
  /** Frontier nodes that are sitemaps or feeds. */
  readonly sitemaps = new Set<NodeId>()
  readonly content: SeenContent
  readonly schedule = new Schedule()
  readonly counters = noCounters()
  readonly progress = new Progress()
  readonly results = new ResultsCursor()
  /** Scores that users have given to pages. */
  readonly labels = new Map<NodeId, number>()
  status: Status = { status: 'running', statusReason: null }
  /** The number of the last record. */
  seq = 0
  updatedAt: number

  /** `slotSecret` is never stored: it places nodes in hash tables, and changes nothing else. */
  constructor(created: Origin, history: History, slotSecret = NO_SECRET) {
    this.id = created.id
    this.owner = created.owner
    this.createdAt = created.at
    this.updatedAt = created.at
    this.history = history
    this.#salt = created.salt
    this.#spec = created.spec
    this.#scope = scopeFilter(created.spec.scope)
    this.#scorer = buildScorer(created.spec.topic)
    this.index = new NodeIndex(created.salt, slotSecret)
    this.content = new SeenContent(created.salt, () => this.#spec.budget)
    this.#ranker = this.#newRanker(created.spec.policy)
  }

  get spec(): Spec {
    return this.#spec
  }

  get scope(): ScopeFilter {
    return this.#scope
  }

  get scorer(): Scorer {
    return this.#scorer
  }

  get ranker(): Ranker {
    return this.#ranker
  }

  patch(patch: Patch): void {
    const { arms } = this.#spec.policy
    this.#spec = applyPatch(this.#spec, patch)
    this.#scope = scopeFilter(this.#spec.scope)
    if (patch.topic !== undefined) this.#scorer = buildScorer(patch.topic)
    if (arms.join() !== this.#spec.policy.arms.join()) this.progress.armsSince = this.seq
  }

  /** Replaces the ranker by an empty one. The old one is freed at once: there is no memory for two. */
  replaceRanker(policy: Policy): Ranker {
    this.#ranker = this.#newRanker(policy)
    return this.#ranker
  }

  /** Saves a state, or loads one of a log whose history is given. */
  static archive(
    archive: Archive,
    saved: CampaignState | History,
    slotSecret?: SipKey,
  ): CampaignState {
    const isSaved = saved instanceof CampaignState
    const created = archiveJson(archive, isSaved ? saved.#origin : undefined!)
    const state = isSaved ? saved : new CampaignState(created, saved, slotSecret)
    state.#archive(archive)
    return state
  }

  #archive(archive: Archive): void {
    this.nodes.archive(archive)
    this.hosts.archive(archive)
    this.index.archive(archive)
    this.ranker.archive(archive)
    this.scorer.archive?.(archive)
    this.aliases.archive(archive)
    this.content.archive(archive)
    this.schedule.archive(archive)
    this.progress.archive(archive)
    this.results.archive(archive)
    archiveMap(archive, this.labels)
    for (const node of archive.integers([...this.sitemaps])) this.sitemaps.add(node as NodeId)
    Object.assign(this.counters, archiveJson(archive, this.counters))
    this.status = archiveJson(archive, this.status)
    this.seq = archive.number(this.seq)
    this.updatedAt = archive.number(this.updatedAt)
  }

  get #origin(): Origin {
    const { id, owner, createdAt: at } = this
    return { id, owner, spec: this.#spec, at, salt: this.#salt }
  }

  #newRanker(policy: Policy): Ranker {
    const { ties, randomSeed } = this.#spec
    return new Ranker({
      // A recorded policy may be older than an option, which then means its default.
      policy: completePolicy(policy),
      ties,
      randomSeed,
      budget: () => this.#spec.budget,
      clock: {
        hostOf: (node) => this.nodes.host(node),
        freeAt: (host) => this.#freeAt(host),
      },
    })
  }

  /** When a host may be asked; nobody knows while a fetch is reserved on its site. */
  #freeAt(host: HostId): number {
    const { hosts } = this
    return hosts.busySites.has(hosts.site(host)) ? Infinity : hosts.readyAt(host)
  }
}
