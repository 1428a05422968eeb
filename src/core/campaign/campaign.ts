import { choose } from './decide.ts'
import { discoverSeeds } from './fetch/discovery.ts'
import { resolveEdit, type EditRequest, type Refusal } from './edits/edit-request.ts'
import { ResultSync } from './results/result-sync.ts'
import { gather, type Findings } from './fetch/gather.ts'
import { load, type LoadedCampaign } from './log/opening.ts'
import { whyPassOver } from './fetch/pass-over.ts'
import { mayHaveStarted, plan } from './tick/plan.ts'
import type { Ports } from './ports.ts'
import { urlOf } from './log/node-urls.ts'
import { runQuery, type Query, type QueryArgs, type QueryResult } from './queries.ts'
import { encodeRecord } from './codec/record-codec.ts'
import { changesPolicy } from './edit.ts'
import type { CampaignRecord, Common, Created, Edited, Faulted, Recall } from './event.ts'
import { Slice } from './codec/slice.ts'
import { reportOn, type Report } from './insight/report.ts'
import { gapMs } from './evolve/pace.ts'
import type { Reservation } from './state/reservation.ts'
import { lostSideRequests, sideRequestsLeft } from './evolve/side-budget.ts'
import type { FetchRequest, Source } from './fetch/source.ts'
import { settle } from './settle.ts'
import { ShelfSearch } from './recall/shelf-search.ts'
import { faulty, interrupted, passedOver } from './fetch/skipped-fetch.ts'
import { Snapshots } from './log/snapshots.ts'
import type { Spec } from '../spec/spec.ts'
import { CampaignState } from './state/state.ts'

/** Which campaign it is, and whose. */
export type Identity = Pick<Created, 'id' | 'owner'>

/** A campaign alive in memory: its state, its ports, and the tick. */
export class Campaign {
  readonly #state: CampaignState
  readonly #ports: Ports
  #source: { spec: Spec; source: Source }
  readonly #resultSync: ResultSync
  readonly #snapshots: Snapshots
  /** A fetch is under way: other calls may come in meanwhile, a second tick must not. */
  #visiting: PromiseWithResolvers<void> | undefined
  #shelfSearch: ShelfSearch | undefined
  #isHalfDone = false

  private constructor(state: CampaignState, ports: Ports, snapshots = new Snapshots(ports)) {
    this.#state = state
    this.#ports = ports
    this.#source = { spec: state.spec, source: ports.sources(state.spec) }
    this.#resultSync = new ResultSync(state, ports)
    this.#snapshots = snapshots
  }

  static create({ id, owner }: Identity, spec: Spec, ports: Ports): Campaign {
    const created: Created = {
      kind: 'created',
      at: ports.now(),
      flushedSeq: 0,
      spent: ports.spent(),
      next: { kind: 'keep' },
      id,
      owner,
      spec,
      discovered: discoverSeeds(spec.seeds, ports.sources(spec).siteOf),
      salt: ports.entropy(),
    }
    const state = new CampaignState(created, () => ports.log.after(0), ports.entropy())
    const campaign = new Campaign(state, ports)
    campaign.#absorbAndWrite(created)
    return campaign
  }

  /**
   * Read in one go, however long its log is; see `Opening`. Undefined when the log is empty: there is
   * no such campaign.
   */
  static open(ports: Ports, fault?: string): Campaign | undefined {
    const loaded = load(ports)
    return loaded && Campaign.goOn(loaded, ports, fault)
  }

  /** `fault` says what went wrong if it was read again because its last tick failed. */
  static goOn({ state, snapshots }: LoadedCampaign, ports: Ports, fault?: string): Campaign {
    const campaign = new Campaign(state, ports, snapshots)
    campaign.#recover(fault)
    return campaign
  }

  /** The log is ahead of what is in memory, or a record failed on its way there: it is to be opened again. */
  get isHalfDone(): boolean {
    return this.#isHalfDone
  }

  /** A policy that has to be told a long log waits for the end of a fetch that is under way. */
  async readyFor(request: EditRequest): Promise<void> {
    if (request.kind !== 'patch' || request.patch.policy === undefined || !this.#isLong) return
    while (this.#visiting) await this.#visiting.promise
  }

  async tick(): Promise<void> {
    if (this.#visiting) return
    const planned = plan(this.#state, this.#ports.now())
    switch (planned.kind) {
      case 'wait':
        if (this.#resultSync.isFarBehind()) await this.#resultSync.run()
        return this.#ports.wakeAt(this.#nextWake())
      case 'rest':
        return this.#rest()
      case 'recall':
        return this.#searchShelf()
      case 'fetch':
        if (planned.mark) this.#begin()
        await this.#visit(planned.reservation)
        if (this.#state.status.status !== 'running') return this.#rest()
        // Not awaited: the next tick does not wait for D1.
        if (this.#resultSync.isDue()) void this.#resultSync.run()
    }
  }

  report(): Report {
    return reportOn(this.#state)
  }

  query<Q extends Query>(query: Q, args: QueryArgs<Q>): QueryResult<Q> {
    return runQuery({ state: this.#state, log: this.#ports.log }, query, args)
  }

  /**
   * Undefined when it is done; asking for what is already so changes nothing. Given what the user
   * has `seen`, it is done only if nothing has happened since one of these records.
   */
  edit(request: EditRequest, seen?: readonly number[]): Refusal | undefined {
    if (this.hasChangedSince(seen)) return { reason: 'changed' }
    const edits = resolveEdit(request, this.#state, {
      log: this.#ports.log,
      siteOf: this.#currentSource().siteOf,
    })
    if ('reason' in edits) return edits
    if (edits.length === 0) return undefined
    const records = edits.map((edit): Edited => ({ kind: 'edited', edit, ...this.#common() }))
    const isLongRead = edits.some(changesPolicy) && this.#isLong
    if (isLongRead && !this.#visiting) this.#writeUnfolded(records)
    else this.#absorbAndWrite(...records)
    return undefined
  }

  /** Whether its log is more than a slice. */
  get #isLong(): boolean {
    const slice = new Slice(this.#ports.slice)
    for (const record of this.#ports.log.after(0)) {
      if (slice.isSpent) return true
      slice.note(record)
    }
    return false
  }

  /** Since all of these records; undefined when any will do. One that only says how far D1 has come is no news. */
  hasChangedSince(seen: readonly number[] | undefined): boolean {
    const { changedSeq, seq: last } = this.#state
    return seen?.some((seq) => seq >= changedSeq && seq <= last) === false
  }

  /** Brings D1 up to date. Never rejects: what failed is tried again later. */
  async flush(): Promise<void> {
    const goal = this.#state.changedSeq
    await this.#resultSync.run()
    // A run that was under way may have set out before the last page.
    if (this.#state.flushedSeq < goal) await this.#resultSync.run()
    if (this.#resultSync.isFarBehind()) this.#ports.wakeAt(this.#nextWake())
  }

  /** Everything is sent to D1 anew, some of it at a time. One that is under way goes on. */
  rebuild(): void {
    const { flushedSeq, toldSeq } = this.#state
    if (flushedSeq < toldSeq) return
    this.#write({ kind: 'rebuild', ...this.#common() })
  }

  /** For the heartbeat: the tick that should have come is due now, if there is one to come at all. */
  wake(): void {
    const { wakeAt, now } = this.#ports
    wakeAt(this.#nextWake() === undefined ? undefined : now())
  }

  async #visit(reservation: Reservation): Promise<void> {
    const visiting = Promise.withResolvers<void>()
    this.#visiting = visiting
    try {
      const { spec, hosts, nodes } = this.#state
      const url = urlOf(reservation.node, this.#state, this.#ports.log)
      const why = whyPassOver(reservation, url, this.#state)
      if (why) return this.#settle(reservation, passedOver(why, this.#ports.now()))
      const hostAskedAt = hosts.askedAt(nodes.host(reservation.node))
      const isSitemap = this.#state.sitemaps.has(reservation.node)
      const { hostDelayMs, perMinute } = spec.rate
      const { timeoutMs, bodyBytes } = spec.limits
      const request: FetchRequest = {
        campaign: this.#state.id,
        owner: this.#state.owner,
        url,
        limits: { timeoutMs, bodyBytes },
        isSitemap,
        hostAskedAt,
        hostDelayMs,
        gapMs: gapMs(perMinute),
        maxSideRequests: sideRequestsLeft(this.#state),
      }
      const findings = await gather(request, this.#currentSource(), this.#state.scorer)
      this.#settle(reservation, findings, url)
    } finally {
      this.#visiting = undefined
      visiting.resolve()
    }
  }

  /** Built anew when an edit has changed the spec. */
  #currentSource(): Source {
    const { spec } = this.#state
    if (this.#source.spec !== spec) this.#source = { spec, source: this.#ports.sources(spec) }
    return this.#source.source
  }

  /** A slice of the log at a time: whoever wants to know something is answered in between. */
  #searchShelf(): void {
    const { log, slice } = this.#ports
    if (!this.#shelfSearch?.isOfUse) this.#shelfSearch = new ShelfSearch(this.#state)
    const recalled = this.#shelfSearch.advance(log, new Slice(slice))
    if (recalled === undefined) return this.#ports.wakeAt(this.#nextWake())
    this.#shelfSearch = undefined
    this.#absorbAndWrite({ kind: 'recalled', recalled, ...this.#common() })
  }

  /** Nothing to fetch: what remains is to bring D1 up to date, and to note that it is. */
  async #rest(): Promise<void> {
    await this.#resultSync.run()
    if (this.#resultSync.mustBeNoted()) return this.#write({ kind: 'flushed', ...this.#common() })
    const wakeAt = this.#nextWake()
    if (wakeAt !== undefined) this.#ports.wakeAt(wakeAt)
  }

  #begin(): void {
    this.#write({ kind: 'begun', ...this.#common() })
  }

  /** A request that may have been sent is charged, whether a crash or a fault came in between. */
  #recover(fault: string | undefined): void {
    const { reservation } = this.#state
    const now = this.#ports.now()
    if (reservation && mayHaveStarted(reservation, now)) {
      const lost = {
        requestedAt: now,
        sideRequests: lostSideRequests(this.#state, reservation.node),
      }
      const findings = fault === undefined ? interrupted(lost) : faulty(lost, fault)
      return this.#settle(reservation, findings)
    }
    if (fault !== undefined) this.#absorbAndWrite({ kind: 'faulted', fault, ...this.#common() })
  }

  #settle(reservation: Reservation, findings: Findings, url?: string): void {
    this.#beginRecord()
    const { siteOf } = this.#currentSource()
    const visited = { reservation, findings, url, common: this.#common(), siteOf }
    this.#commit(settle(this.#state, visited))
  }

  #common(): Common {
    return {
      at: this.#ports.now(),
      flushedSeq: this.#state.flushedSeq,
      spent: this.#ports.spent(),
      next: { kind: 'keep' },
    }
  }

  /** Records after which the policy has to choose, unless a fetch is under way: that one settles first. */
  #absorbAndWrite(...records: (Created | Edited | Faulted | Recall)[]): void {
    this.#beginRecord()
    for (const record of records) {
      if (!this.#visiting) this.#state.release()
      this.#state.absorb(record)
      if (!this.#visiting) record.next = choose(this.#state, record.at, record.kind === 'recalled')
      this.#state.turnTo(record.next)
    }
    this.#commit(...records)
  }

  /**
   * Edits that take long to fold are only recorded: who opens the campaign again folds them, a slice
   * at a time. What comes next is chosen after that.
   */
  #writeUnfolded(records: Edited[]): void {
    this.#beginRecord()
    for (const record of records) record.next = { kind: 'rest' }
    this.#ports.log.append(this.#state.seq + 1, ...records.map(encodeRecord))
    this.#ports.wakeAt(this.#ports.now())
  }

  #write(record: CampaignRecord): void {
    this.#beginRecord()
    this.#state.apply(record)
    this.#commit(record)
  }

  /** Nothing is written on top of what the log does not have. */
  #beginRecord(): void {
    if (this.#isHalfDone) throw new Error('the record before was not written')
    this.#isHalfDone = true
  }

  /** The rows, all or none, and the alarm, in one synchronous stretch: one transaction. */
  #commit(...records: CampaignRecord[]): void {
    const rows = records.map(encodeRecord)
    this.#ports.log.append(this.#state.seq - rows.length + 1, ...rows)
    this.#isHalfDone = false
    this.#saveSnapshot(records, rows)
    this.#ports.wakeAt(this.#nextWake())
  }

  /** At once after a change of policy: to fold it, a load would read all that was before. */
  #saveSnapshot(records: readonly CampaignRecord[], rows: readonly Uint8Array[]): void {
    if (records.some(isNewPolicy)) this.#snapshots.write(this.#state, rows.at(-1)!)
    else this.#snapshots.noted(this.#state, rows)
  }

  #nextWake(): number | undefined {
    const { status, reservation } = this.#state
    const syncAt = this.#resultSync.nextRunAt()
    if (status.status !== 'running') return syncAt
    return Math.min(reservation?.dueAt ?? this.#ports.now(), syncAt ?? Infinity)
  }
}

function isNewPolicy(record: CampaignRecord): boolean {
  return record.kind === 'edited' && changesPolicy(record.edit)
}
