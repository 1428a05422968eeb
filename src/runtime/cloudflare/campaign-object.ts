import { DurableObject } from 'cloudflare:workers'
import { READS_OF_A_CAMPAIGN, READS_OF_AN_ISOLATE } from '../../core/access/limits.ts'
import { ReadBudget } from '../../core/access/read-budget.ts'
import { Campaign, type Identity } from '../../core/campaign/campaign.ts'
import type { EditRequest } from '../../core/campaign/edits/edit-request.ts'
import { faultMessage } from '../../core/campaign/evolve/faults.ts'
import { countedLog } from '../../core/campaign/readers.ts'
import { logPart, type LogPart } from '../../core/campaign/log/log-file.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import type { Batch, Ports } from '../../core/campaign/ports.ts'
import { type Query, type QueryArgs, queryCost } from '../../core/campaign/queries.ts'
import { Readers } from '../../core/campaign/readers.ts'
import { Removal, type RemovalStatus } from '../../core/campaign/removal.ts'
import type { Report } from '../../core/campaign/insight/report.ts'
import type { EditResult } from '../../core/campaign/service.ts'
import { SLICE } from '../../core/campaign/codec/slice.ts'
import type { Spec } from '../../core/spec/spec.ts'
import {
  UNREADABLE_RETRY_MS,
  UnreadableCampaign,
} from '../../core/campaign/codec/unreadable-campaign.ts'
import { logLine } from '../../lib/log-line.ts'
import type { Database } from '../../store/results/database.ts'
import { resultRemoval } from '../../store/results/result-removal.ts'
import { resultStore, type ResultStore } from '../../store/results/result-store.ts'
import { sqlLog, removalMark } from '../../store/log/sql-log.ts'
import { sqlSnapshots } from '../../store/log/sql-snapshots.ts'
import { Sources } from '../../crawl/sources.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import { compressor } from '../compressor.ts'
import { entropy } from '../entropy.ts'
import { deliverPromptly } from '../../host/webhook/deliver-due.ts'
import { type ObjectReply, toReply, identityIn, identityOf } from './object-call.ts'
import { inflate } from '../inflate.ts'
import { answeredHttp, cloudflareSender, outbound } from './outbound.ts'
import { d1Database, isDamage, objectSql } from './metered-storage.ts'
import type { Env } from './env.ts'
import { cloudflareSites, isolateStart } from './site-object.ts'
import { HeldCampaign } from './held-campaign.ts'
import { Meter } from './meter.ts'
import { ObjectAlarm } from './object-alarm.ts'

/** A call reads this much of a long log itself: five seconds at most. */
const MAX_SLICES_A_CALL = 3

const now = () => Date.now()

let isolateReads: ReadBudget | undefined
/** How many campaigns of this isolate are ticking. */
let crawls = 0

/** One campaign's Durable Object: adapts alarms and calls, decides nothing. */
export class CampaignObject extends DurableObject<Env> {
  readonly #meter = new Meter(now)
  readonly #database: Database
  readonly #results: ResultStore
  readonly #sources: Sources
  readonly #ports: Ports
  readonly #removal: Removal
  readonly #readers: Readers
  readonly #hasLog: () => boolean
  readonly #outbound: ReturnType<typeof outbound>
  readonly #held: HeldCampaign
  readonly #alarm: ObjectAlarm

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    isolateStart()
    this.#alarm = new ObjectAlarm(ctx.storage, this.#meter, now)
    this.#outbound = outbound(env)
    const sql = objectSql(ctx.storage, this.#meter)
    this.#database = d1Database(env.DB, this.#meter)
    this.#results = resultStore(this.#database)
    const trouble = (what: string, error: unknown) => this.#warn(what, error)
    // Outside of a request the clock stands still at zero.
    isolateReads ??= new ReadBudget(READS_OF_AN_ISOLATE, now, () => crawls > 0)
    const ownReads = new ReadBudget(READS_OF_A_CAMPAIGN, now, () => this.#alarm.isAnswered)
    this.#readers = new Readers([ownReads, isolateReads])
    const mark = removalMark(sql)
    this.#hasLog = mark.hasLog
    this.#removal = new Removal({
      campaign: () => this.#identity(),
      now,
      trouble,
      mark,
      results: resultRemoval(this.#database),
      erase: () => this.#erase(),
      wakeAt: (at) => this.#alarm.set(at),
    })
    this.#sources = new Sources({
      http: answeredHttp((url, init) => this.#send(url, init)),
      now,
      wait: (ms) => scheduler.wait(ms),
      userAgent: outgoingUserAgent(env.USER_AGENT),
      inflate,
      guard: this.#outbound.guard,
      sites: cloudflareSites(env, () => this.#noteSiteCall()),
    })
    this.#ports = this.#removal.disableWrites({
      now,
      sources: this.#sources.of,
      log: this.#readers.counted(
        countedLog(sqlLog(sql, compressor), () => this.#alarm.count('records')),
      ),
      slice: SLICE,
      snapshots: sqlSnapshots(sql),
      results: { save: (batch) => this.#save(batch) },
      wakeAt: this.#alarm.wakeAt,
      entropy,
      spent: () => this.#meter.take(),
      trouble,
    })
    this.#held = new HeldCampaign(this.#ports)
  }

  /** Undefined: the campaign of that id is being removed. */
  create(identity: Identity, spec: Spec): Promise<ObjectReply<Report | undefined>> {
    return this.#answer(async () => {
      if (this.#removal.isRemoving) return undefined
      if (!this.#hasLog()) this.#held.hold(Campaign.create(identity, spec, this.#ports))
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  /** Untyped, since calls between objects lose the types of the single queries. */
  query(query: Query, args: unknown): Promise<ObjectReply<unknown>> {
    return this.#answer(async () => {
      const given = args as QueryArgs<Query>
      const campaign = await this.#open()
      const cost = queryCost(query, given)
      if (cost === undefined) return campaign?.query(query, given)
      return this.#readers.run(() => campaign?.query(query, given), cost)
    })
  }

  edit(
    request: EditRequest,
    seen?: readonly number[],
  ): Promise<ObjectReply<EditResult | undefined>> {
    return this.#answer(async () => {
      await (await this.#open())?.readyFor(request)
      const campaign = await this.#open()
      if (campaign === undefined) return undefined
      const refusal = campaign.edit(request, seen)
      // A new policy may have to replay a long log; then the campaign is opened again.
      const edited = (await this.#open()) ?? campaign
      await edited.flush()
      return { refusal, report: edited.report() }
    })
  }

  log(after: number, upTo: number): Promise<ObjectReply<LogPart>> {
    return this.#answer(() => this.#readers.run(() => logPart(this.#ports.log, after, upTo)))
  }

  /** Brings the results up to date, and returns the campaign's name. Undefined: there is no such campaign. */
  flush(): Promise<ObjectReply<string | undefined>> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report().spec.name
    })
  }

  /** Whether nothing is stored here, not even the rest of a campaign that is being removed. */
  isBlank(): boolean {
    return !this.#removal.isRemoving && !this.#hasStorage()
  }

  /** Undefined: there is no such campaign. */
  rebuild(): Promise<ObjectReply<Report | undefined>> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      campaign?.rebuild()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  /** Undefined: there is no such campaign. One that cannot be read can be removed as well. */
  remove(seen?: readonly number[]): Promise<ObjectReply<RemovalStatus | 'changed' | undefined>> {
    return this.#answer(async () => {
      if (this.#removal.isRemoving || !this.#hasStorage()) return undefined
      if (seen !== undefined && (await this.#open())?.hasChangedSince(seen)) return 'changed'
      this.#held.drop()
      this.ctx.waitUntil(this.#sources.leave(this.#identity().id))
      return this.#removal.begin()
    })
  }

  /**
   * False when nothing is stored here. A campaign that cannot be read is woken as well: its alarm
   * tries again. A campaign that D1 says is being removed continues with that.
   */
  wake(isRemoved: boolean): Promise<ObjectReply<boolean>> {
    return this.#answer(async () => {
      if (this.#removal.isRemoving) this.#alarm.set(now())
      else if (isRemoved && this.#hasStorage()) await this.#removal.begin()
      else await this.#wakeCampaign()
      return !this.isBlank()
    })
  }

  override alarm(): Promise<void> {
    return this.#meter.request(async () => {
      if (this.#removal.isRemoving) return this.#removal.resume()
      crawls++
      try {
        await this.#alarm.answer(() => this.#ticks())
      } finally {
        crawls--
      }
    })
  }

  #answer<T>(work: () => T | Promise<T>): Promise<ObjectReply<T>> {
    return this.#meter.request(() => toReply(work))
  }

  /** Ticks one after the other while that is cheaper than an alarm for each. */
  async #ticks(): Promise<void> {
    for (;;) {
      await this.#tick()
      this.#alarm.count('ticks')
      const wait = this.#alarm.waitMs()
      if (wait === undefined || this.#removal.isRemoving) return
      await scheduler.wait(wait)
      // The removal sets its own alarm.
      if (this.#removal.isRemoving) return
    }
  }

  async #tick(): Promise<void> {
    this.#alarm.clear()
    if (this.#removal.isRemoving) return
    try {
      const reading = this.#held.read()
      if (reading.kind === 'more') this.#alarm.wakeAt(now())
      else await reading.campaign?.tick()
    } catch (error) {
      if (this.#removal.isRemoving) return
      this.#warn('a tick failed; the campaign is opened again from its log', error)
      this.#reopen(faultMessage(error))
    }
  }

  /** Whether there is a campaign, or storage too damaged to tell. */
  #hasStorage(): boolean {
    try {
      return this.#hasLog()
    } catch (error) {
      if (error instanceof UnreadableCampaign) return true
      throw error
    }
  }

  /** Storage too damaged to be erased is left behind: nothing leads there any more. */
  async #erase(): Promise<void> {
    try {
      await this.ctx.storage.deleteAll()
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#warn('the storage of a removed campaign could not be erased', error)
    }
  }

  async #wakeCampaign(): Promise<void> {
    const answer = await toReply(async () => (await this.#open())?.wake())
    if (!('value' in answer)) this.#alarm.wakeAt(now())
  }

  /** Takes the id from the object's name: the log, which knows it too, may be what fails. */
  #warn(what: string, error: unknown): void {
    const { name } = this.ctx.id
    const campaign = name === undefined ? this.ctx.id.toString() : identityOf(name).id
    console.error(logLine(what, { campaign, error }))
  }

  #identity(): Identity {
    return identityIn(this.ctx.id.name, this.#ports.log)
  }

  /** Undefined: there is no such campaign. What a few slices do not read, the alarm does. */
  async #open(): Promise<Campaign | undefined> {
    for (let slices = 1; !this.#removal.isRemoving; slices++) {
      const reading = this.#held.read()
      if (reading.kind === 'read') return reading.campaign
      if (slices === MAX_SLICES_A_CALL) {
        this.#alarm.wakeAt(now())
        throw new OpeningCampaign(reading.seq)
      }
      // Lets other calls in.
      await scheduler.wait(1)
    }
    return undefined
  }

  /** Drops what is in memory: the log is the truth. */
  #reopen(fault: string): void {
    this.#held.drop(fault)
    try {
      if (this.#held.read().kind === 'more') this.#alarm.wakeAt(now())
    } catch (error) {
      this.#warn('the campaign cannot be opened or cannot continue', error)
      const retryAt = now() + UNREADABLE_RETRY_MS
      this.#alarm.wakeAt(retryAt)
      this.ctx.waitUntil(this.#results.markUnreadable(this.#identity(), now(), retryAt))
    }
  }

  /** Sends webhooks of a turning point at once; those of pages are left to the heartbeat. */
  async #save(batch: Batch): Promise<void> {
    this.#alarm.count('saves')
    await this.#meter.awake(() => this.#results.save(batch))
    if (batch.turningPoints.length === 0) return
    const sender = cloudflareSender(this.env, (url, init) => this.#send(url, init))
    this.ctx.waitUntil(this.#meter.awake(() => deliverPromptly(this.#database, sender)))
  }

  #send(url: string, init: RequestInit): Promise<Response> {
    this.#alarm.count('requests')
    return this.#outbound.send(url, init)
  }

  #noteSiteCall(): void {
    this.#alarm.count('requests')
    this.#meter.add({ requests: 1 })
  }
}
