import { READS_OF_A_CAMPAIGN, READS_OF_AN_ISOLATE } from '../../core/access/limits.ts'
import { ReadBudget } from '../../core/access/read-budget.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import { SLICE } from '../../core/campaign/codec/slice.ts'
import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { Batch, Ports } from '../../core/campaign/ports.ts'
import { countedLog, Readers } from '../../core/campaign/readers.ts'
import { Removal } from '../../core/campaign/removal.ts'
import { Sources } from '../../crawl/sources.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import { deliverPromptly } from '../../host/webhook/deliver-due.ts'
import { logLine } from '../../lib/log-line.ts'
import { removalMark, sqlLog } from '../../store/log/sql-log.ts'
import { sqlSnapshots } from '../../store/log/sql-snapshots.ts'
import type { Database } from '../../store/results/database.ts'
import { resultRemoval } from '../../store/results/result-removal.ts'
import { resultStore, type ResultStore } from '../../store/results/result-store.ts'
import { compressor } from '../compressor.ts'
import { entropy } from '../entropy.ts'
import { inflate } from '../inflate.ts'
import type { Env } from './env.ts'
import { Meter } from './meter.ts'
import { d1Database, isDamage, objectSql } from './metered-storage.ts'
import { ObjectAlarm } from './object-alarm.ts'
import { identityIn, identityOf } from './object-call.ts'
import { answeredHttp, cloudflareSender, outbound } from './outbound.ts'
import { cloudflareSites, isolateStart } from './site-object.ts'

const now = () => Date.now()

let isolateReads: ReadBudget | undefined
/** How many campaigns of this isolate are ticking. */
let crawls = 0

/** Everything of Cloudflare's that one campaign may touch: the ports, metered and limited. */
export class ObjectWorld {
  readonly meter = new Meter(now)
  readonly alarm: ObjectAlarm
  readonly removal: Removal
  readonly readers: Readers
  readonly ports: Ports
  readonly hasLog: () => boolean
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #database: Database
  readonly #results: ResultStore
  readonly #sources: Sources
  readonly #outbound: ReturnType<typeof outbound>

  constructor(ctx: DurableObjectState, env: Env) {
    isolateStart()
    this.#ctx = ctx
    this.#env = env
    this.alarm = new ObjectAlarm(ctx.storage, this.meter, now)
    this.#outbound = outbound(env)
    this.#database = d1Database(env.DB, this.meter)
    this.#results = resultStore(this.#database)
    const sql = objectSql(ctx.storage, this.meter)
    const mark = removalMark(sql)
    this.hasLog = mark.hasLog
    this.readers = this.#newReaders()
    this.removal = this.#newRemoval(mark)
    this.#sources = this.#newSources()
    const trouble = (what: string, error: unknown) => this.warn(what, error)
    const log = countedLog(sqlLog(sql, compressor), () => this.alarm.count('records'))
    this.ports = this.removal.disableWrites({
      now,
      sources: this.#sources.of,
      log: this.readers.counted(log),
      slice: SLICE,
      snapshots: sqlSnapshots(sql),
      results: { save: (batch) => this.#save(batch) },
      wakeAt: this.alarm.wakeAt,
      entropy,
      spent: () => this.meter.take(),
      trouble,
    })
  }

  /** Runs the ticks of an alarm. */
  async answerAlarm(ticks: () => Promise<void>): Promise<void> {
    crawls++
    try {
      await this.alarm.answer(ticks)
    } finally {
      crawls--
    }
  }

  /** Whether there is a campaign, or storage too damaged to tell. */
  hasStorage(): boolean {
    try {
      return this.hasLog()
    } catch (error) {
      if (error instanceof UnreadableCampaign) return true
      throw error
    }
  }

  /** Takes the id from the object's name: the log, which knows it too, may be what fails. */
  warn(what: string, error: unknown): void {
    const { name } = this.#ctx.id
    const campaign = name === undefined ? this.#ctx.id.toString() : identityOf(name).id
    console.error(logLine(what, { campaign, error }))
  }

  /** No site has to wait for the campaign any more. */
  leaveSites(): void {
    this.#ctx.waitUntil(this.#sources.leave(this.#identity().id))
  }

  markUnreadable(retryAt: number): void {
    this.#ctx.waitUntil(this.#results.markUnreadable(this.#identity(), now(), retryAt))
  }

  #newReaders(): Readers {
    // Made with the first object: outside of a request the clock stands still at zero.
    isolateReads ??= new ReadBudget(READS_OF_AN_ISOLATE, now, () => crawls > 0)
    const own = new ReadBudget(READS_OF_A_CAMPAIGN, now, () => this.alarm.isAnswered)
    return new Readers([own, isolateReads])
  }

  #newRemoval(mark: ReturnType<typeof removalMark>): Removal {
    return new Removal({
      campaign: () => this.#identity(),
      now,
      trouble: (what, error) => this.warn(what, error),
      mark,
      results: resultRemoval(this.#database),
      erase: () => this.#erase(),
      wakeAt: (at) => this.alarm.set(at),
    })
  }

  #newSources(): Sources {
    return new Sources({
      http: answeredHttp((url, init) => this.#send(url, init)),
      now,
      wait: (ms) => scheduler.wait(ms),
      userAgent: outgoingUserAgent(this.#env.USER_AGENT),
      inflate,
      guard: this.#outbound.guard,
      sites: cloudflareSites(this.#env, () => this.#countSiteCall()),
    })
  }

  #identity(): Identity {
    return identityIn(this.#ctx.id.name, this.ports.log)
  }

  /** Storage too damaged to be erased is left behind: nothing leads there any more. */
  async #erase(): Promise<void> {
    try {
      await this.#ctx.storage.deleteAll()
    } catch (error) {
      if (!isDamage(error)) throw error
      this.warn('the storage of a removed campaign could not be erased', error)
    }
  }

  /** Sends webhooks of a turning point at once; those of pages are left to the heartbeat. */
  async #save(batch: Batch): Promise<void> {
    this.alarm.count('saves')
    await this.meter.awake(() => this.#results.save(batch))
    if (batch.turningPoints.length === 0) return
    const sender = cloudflareSender(this.#env, (url, init) => this.#send(url, init))
    this.#ctx.waitUntil(this.meter.awake(() => deliverPromptly(this.#database, sender)))
  }

  #send(url: string, init: RequestInit): Promise<Response> {
    this.alarm.count('requests')
    return this.#outbound.send(url, init)
  }

  #countSiteCall(): void {
    this.alarm.count('requests')
    this.meter.add({ requests: 1 })
  }
}
