import { Campaign, type Identity } from '../core/campaign/campaign.ts'
import { UnreadableCampaign } from '../core/campaign/codec/read-record.ts'
import type { EditRequest } from '../core/campaign/edits/edit-request.ts'
import type { Report } from '../core/campaign/insight/report.ts'
import { logPart, type LogPart } from '../core/campaign/log/log-file.ts'
import type { ImportPart, ImportResult } from '../core/campaign/log/log-import.ts'
import { OpeningCampaign } from '../core/campaign/log/opening.ts'
import {
  queryCost,
  type Query,
  type QueryArgs,
  type QueryResult,
} from '../core/campaign/queries.ts'
import type { RemovalStatus } from '../core/campaign/removal.ts'
import type { EditResult } from '../core/campaign/service.ts'
import { STAYS_IN_MEMORY_MS } from '../core/campaign/tick/plan.ts'
import { maxRemovalQueries } from '../core/limits.ts'
import type { Spec } from '../core/spec/spec.ts'
import type { CampaignCalls } from './campaign-calls.ts'
import { CampaignWorld } from './campaign-world.ts'
import { HeldCampaign } from './held-campaign.ts'
import type { CampaignPlatform } from './platform.ts'
import { TickLoop } from './tick-loop.ts'

/** A call reads this much of a long log itself: five seconds at most. */
const MAX_SLICES_A_CALL = 3
/** How long an aborted request may take to end. */
const SETTLE_MS = 500

/** One campaign on any platform: answers calls and alarms, and opens it when it is needed. */
export class CampaignHost implements CampaignCalls {
  readonly #platform: CampaignPlatform
  readonly #world: CampaignWorld
  readonly #held: HeldCampaign
  readonly #ticks: TickLoop
  /** Calls and alarms that are not answered yet. */
  readonly #calls = new Set<Promise<unknown>>()

  constructor(platform: CampaignPlatform) {
    this.#platform = platform
    this.#world = new CampaignWorld(platform)
    this.#held = new HeldCampaign(this.#world.ports, () => this.#world.abort())
    this.#ticks = new TickLoop(this.#world, this.#held, platform)
  }

  create(identity: Identity, spec: Spec): Promise<Report | undefined> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving) return undefined
      if (!this.#world.hasLog()) this.#held.hold(Campaign.create(identity, spec, this.#world.ports))
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  query<Q extends Query>(query: Q, args: QueryArgs<Q>): Promise<QueryResult<Q> | undefined> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      const cost = queryCost(query, args)
      if (cost === undefined) return campaign?.query(query, args)
      return this.#world.readers.run(() => campaign?.query(query, args), cost)
    })
  }

  edit(request: EditRequest, seen?: readonly number[]): Promise<EditResult | undefined> {
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

  rebuild(): Promise<Report | undefined> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      campaign?.rebuild()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  log(after: number, upTo: number): Promise<LogPart> {
    const { readers, ports } = this.#world
    return this.#answer(() => readers.run(() => logPart(ports.log, after, upTo)))
  }

  import(part: ImportPart): Promise<ImportResult> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving || this.#world.hasStorage()) return { kind: 'taken' }
      const result = await this.#world.import.take(part)
      // Lists have it when the answer arrives, like a new campaign.
      if (result.kind === 'imported') await this.#wakeImported()
      return result
    })
  }

  abortImport(importId: string): Promise<void> {
    return this.#answer(() => this.#world.import.abort(importId))
  }

  flush(): Promise<string | undefined> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report().spec.name
    })
  }

  remove(seen?: readonly number[]): Promise<RemovalStatus | 'changed' | undefined> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving || !this.#world.hasStorage()) return undefined
      if (seen !== undefined && (await this.#open())?.hasChangedSince(seen)) return 'changed'
      this.#held.drop()
      this.#world.leaveSites()
      return this.#world.removal.begin()
    })
  }

  async isBlank(): Promise<boolean> {
    return !this.#world.removal.isRemoving && !this.#world.hasStorage()
  }

  wake(isRemoved: boolean): Promise<boolean> {
    return this.#answer(async () => {
      const { removal, alarm } = this.#world
      if (removal.isRemoving) alarm.set(this.#platform.now())
      else if (this.#world.import.isUnderWay) await this.#world.import.expire()
      else if (isRemoved && this.#world.hasStorage()) await removal.begin()
      else await this.#wakeCampaign()
      return !(await this.isBlank())
    })
  }

  /** Answers the alarm that the platform was told to set. */
  alarm(): Promise<void> {
    const { removal, alarm } = this.#world
    const { limits, thread } = this.#platform
    return this.#answer(() => {
      if (removal.isRemoving) return removal.resume(maxRemovalQueries(limits))
      if (this.#world.import.isUnderWay) return this.#world.import.expire()
      return thread.crawl(() => alarm.answer(() => this.#ticks.run()))
    })
  }

  /**
   * Drops the campaign from memory; the next call or alarm reads it again. False, and nothing is
   * dropped, while something is under way, or so soon before a fetch that it would count as sent.
   */
  letGo(): boolean {
    if (this.#calls.size > 0 || this.#world.isSaving) return false
    const { nextTickAt } = this.#held
    if (nextTickAt !== null && nextTickAt < this.#platform.now() + STAYS_IN_MEMORY_MS) return false
    this.#held.drop()
    return true
  }

  /**
   * Starts no further tick, waits up to `graceMs` for what is under way, drops the campaign, and
   * aborts the requests that are left. These are not recorded: that there was no answer says nothing
   * of the site. Only before the process ends: alarms are answered no more.
   */
  async stop(graceMs: number): Promise<void> {
    this.#ticks.stop()
    await this.#quiet(graceMs)
    this.#releaseUnsent()
    this.#held.drop()
    await this.#quiet(SETTLE_MS)
  }

  /** Whatever keeps it from being recorded, the process ends: then they count as sent. */
  #releaseUnsent(): void {
    try {
      this.#held.releaseUnsent()
    } catch (error) {
      this.#world.warn('reserved fetches could not be released', error)
    }
  }

  /** Waits until nothing is under way, for so long at most. */
  async #quiet(maxMs: number): Promise<void> {
    if (this.#calls.size === 0) return
    await Promise.race([Promise.allSettled(this.#calls), this.#platform.wait(maxMs)])
  }

  #answer<T>(work: () => T | Promise<T>): Promise<T> {
    const call = this.#platform.meter.request(work)
    const end = () => this.#calls.delete(call)
    this.#calls.add(call)
    call.then(end, end)
    return call
  }

  async #wakeCampaign(): Promise<void> {
    try {
      ;(await this.#open())?.wake()
    } catch (error) {
      if (!(error instanceof UnreadableCampaign || error instanceof OpeningCampaign)) throw error
      this.#world.alarm.wakeAt(this.#platform.now())
    }
  }

  /** Its alarm is set: what fails here is done by the next tick. */
  async #wakeImported(): Promise<void> {
    try {
      const campaign = await this.#open()
      campaign?.wake()
      await campaign?.flush()
    } catch (error) {
      this.#world.warn('an imported campaign could not be opened at once', error)
    }
  }

  /** Undefined: there is no such campaign. What a few slices do not read, the alarm does. */
  async #open(): Promise<Campaign | undefined> {
    const { now, wait } = this.#platform
    for (let slices = 1; !this.#world.removal.isRemoving; slices++) {
      const reading = this.#held.read()
      if (reading.kind === 'read') return reading.campaign
      if (slices === MAX_SLICES_A_CALL) {
        this.#world.alarm.wakeAt(now())
        throw new OpeningCampaign(reading.seq)
      }
      // Lets other calls in.
      await wait(1)
    }
    return undefined
  }
}
