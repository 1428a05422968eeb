import { READS_OF_A_CAMPAIGN } from '../core/access/limits.ts'
import { ReadBudget } from '../core/access/read-budget.ts'
import type { Identity } from '../core/campaign/campaign.ts'
import { recordAt, UnreadableCampaign } from '../core/campaign/codec/read-record.ts'
import { LogImport } from '../core/campaign/log/log-import.ts'
import { SLICE } from '../core/campaign/codec/slice.ts'
import type { Created } from '../core/campaign/event.ts'
import type { Batch, Ports } from '../core/campaign/ports.ts'
import { countedLog, Readers } from '../core/campaign/readers.ts'
import { Removal } from '../core/campaign/removal.ts'
import type { Sites } from '../crawl/site/sites.ts'
import { Sources } from '../crawl/sources.ts'
import { logLine } from '../lib/log-line.ts'
import { incomingLog } from '../store/log/incoming-log.ts'
import { removalMark, sqlLog } from '../store/log/sql-log.ts'
import { sqlSnapshots } from '../store/log/sql-snapshots.ts'
import { resultRemoval } from '../store/results/result-removal.ts'
import { resultStore, type ResultStore } from '../store/results/result-store.ts'
import { CampaignAlarm } from './alarm.ts'
import { Outgoing } from './outgoing.ts'
import type { CampaignPlatform } from './platform.ts'
import { deliverPromptly } from './webhook/deliver-due.ts'

/** Everything of a platform's that one campaign may touch: the ports, metered and limited. */
export class CampaignWorld {
  readonly alarm: CampaignAlarm
  readonly removal: Removal
  readonly readers: Readers
  readonly import: LogImport
  readonly ports: Ports
  readonly outgoing = new Outgoing()
  readonly hasLog: () => boolean
  readonly #platform: CampaignPlatform
  readonly #results: ResultStore
  readonly #sources: Sources
  #saves = 0

  constructor(platform: CampaignPlatform) {
    this.#platform = platform
    const { sql, now } = platform
    this.alarm = new CampaignAlarm(platform)
    this.#results = resultStore(platform.database)
    const mark = removalMark(sql)
    this.hasLog = mark.hasLog
    const own = new ReadBudget(READS_OF_A_CAMPAIGN, now, () => this.alarm.isAnswered)
    this.readers = new Readers([own, platform.thread.reads])
    this.removal = this.#newRemoval(mark)
    this.#sources = this.#newSources()
    const log = countedLog(sqlLog(sql, platform.compressor), () => this.alarm.count('records'))
    this.ports = this.removal.disableWrites({
      now,
      sources: this.#sources.of,
      maxParallel: platform.limits.maxParallel,
      log: this.readers.counted(log),
      slice: SLICE,
      snapshots: sqlSnapshots(sql),
      results: { save: (batch) => this.#save(batch) },
      wakeAt: this.alarm.wakeAt,
      entropy: platform.entropy,
      spent: () => platform.meter.take(),
      trouble: (what, error) => this.warn(what, error),
    })
    this.import = this.#newImport()
  }

  /** Whether results are on their way to the database; more of the log may follow. */
  get isSaving(): boolean {
    return this.#saves > 0
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

  /** Takes the id from the platform: the log, which knows it too, may be what fails. */
  warn(what: string, error: unknown): void {
    console.error(logLine(what, { campaign: this.#platform.identity?.id, error }))
  }

  /** Ends the requests of the campaign in memory, and the wait for them. */
  abort(): void {
    this.outgoing.abort()
    this.alarm.move()
  }

  /** No site has to wait for the campaign any more. */
  leaveSites(): void {
    this.#platform.waitUntil(this.#sources.leave(this.#identity().id))
  }

  markUnreadable(retryAt: number): void {
    const { now, waitUntil } = this.#platform
    waitUntil(this.#results.markUnreadable(this.#identity(), now(), retryAt))
  }

  #newRemoval(mark: ReturnType<typeof removalMark>): Removal {
    const { now, database, erase } = this.#platform
    return new Removal({
      campaign: () => this.#identity(),
      now,
      trouble: (what, error) => this.warn(what, error),
      mark,
      results: resultRemoval(database),
      erase,
      wakeAt: (at) => this.alarm.set(at),
    })
  }

  #newImport(): LogImport {
    const { sql, compressor, erase, wait } = this.#platform
    const incoming = incomingLog(sql, compressor)
    const wakeAt = (at: number | undefined) => this.alarm.set(at)
    return new LogImport({ ...this.ports, incoming, erase, wait, wakeAt })
  }

  #newSources(): Sources {
    const { http, sites, ...rest } = this.#platform
    const count = () => this.alarm.count('requests')
    const abortable = this.outgoing.abortable(counted(http, count))
    return new Sources({ ...rest, http: abortable, sites: countedSites(sites, count) })
  }

  #identity(): Identity {
    const { identity } = this.#platform
    if (identity !== undefined) return identity
    const { id, owner } = recordAt(1, this.ports.log) as Created
    return { id, owner }
  }

  /** Sends webhooks of a turning point at once; those of pages are left to the heartbeat. */
  async #save(batch: Batch): Promise<void> {
    const { meter, database, limits, waitUntil } = this.#platform
    this.alarm.count('saves')
    this.#saves++
    await meter.awake(() => this.#results.save(batch)).finally(() => this.#saves--)
    if (batch.turningPoints.length === 0) return
    const { http, ...sender } = this.#platform.sender
    const sending = { ...sender, http: counted(http, () => this.alarm.count('requests')) }
    waitUntil(meter.awake(() => deliverPromptly(database, sending, limits)))
  }
}

/** The same function, which first calls `count`. */
function counted<Args extends unknown[], T>(
  work: (...args: Args) => T,
  count: () => void,
): (...args: Args) => T {
  return (...args) => {
    count()
    return work(...args)
  }
}

function countedSites(sites: Sites, count: () => void): Sites {
  return (url) => {
    const site = sites(url)
    return {
      robots: counted((request) => site.robots(request), count),
      acquire: counted((request) => site.acquire(request), count),
      renew: counted((campaign) => site.renew(campaign), count),
      release: counted((release) => site.release(release), count),
    }
  }
}
