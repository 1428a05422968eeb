import { DurableObject } from 'cloudflare:workers'
import { Campaign, type Identity } from '../../core/campaign/campaign.ts'
import { UNREADABLE_RETRY_MS } from '../../core/campaign/codec/read-record.ts'
import type { EditRequest } from '../../core/campaign/edits/edit-request.ts'
import { faultMessage } from '../../core/campaign/evolve/pace.ts'
import type { Report } from '../../core/campaign/insight/report.ts'
import { logPart, type LogPart } from '../../core/campaign/log/log-file.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import { queryCost, type Query, type QueryArgs } from '../../core/campaign/queries.ts'
import type { RemovalStatus } from '../../core/campaign/removal.ts'
import type { EditResult } from '../../core/campaign/service.ts'
import type { Spec } from '../../core/spec/spec.ts'
import type { Env } from './env.ts'
import { HeldCampaign } from '../../host/held-campaign.ts'
import { toReply, type CampaignCalls, type ObjectReply } from './object-call.ts'
import { ObjectWorld } from './object-world.ts'

/** A call reads this much of a long log itself: five seconds at most. */
const MAX_SLICES_A_CALL = 3

const now = () => Date.now()

/** One campaign's Durable Object: adapts alarms and calls, decides nothing. */
export class CampaignObject extends DurableObject<Env> implements CampaignCalls {
  readonly #world: ObjectWorld
  readonly #held: HeldCampaign

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#world = new ObjectWorld(ctx, env)
    this.#held = new HeldCampaign(this.#world.ports)
  }

  create(identity: Identity, spec: Spec): Promise<ObjectReply<Report | undefined>> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving) return undefined
      if (!this.#world.hasLog()) this.#held.hold(Campaign.create(identity, spec, this.#world.ports))
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  query(query: Query, args: unknown): Promise<ObjectReply<unknown>> {
    return this.#answer(async () => {
      const given = args as QueryArgs<Query>
      const campaign = await this.#open()
      const cost = queryCost(query, given)
      if (cost === undefined) return campaign?.query(query, given)
      return this.#world.readers.run(() => campaign?.query(query, given), cost)
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
    return this.#answer(() =>
      this.#world.readers.run(() => logPart(this.#world.ports.log, after, upTo)),
    )
  }

  flush(): Promise<ObjectReply<string | undefined>> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      await campaign?.flush()
      return campaign?.report().spec.name
    })
  }

  isBlank(): boolean {
    return !this.#world.removal.isRemoving && !this.#world.hasStorage()
  }

  rebuild(): Promise<ObjectReply<Report | undefined>> {
    return this.#answer(async () => {
      const campaign = await this.#open()
      campaign?.rebuild()
      await campaign?.flush()
      return campaign?.report()
    })
  }

  remove(seen?: readonly number[]): Promise<ObjectReply<RemovalStatus | 'changed' | undefined>> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving || !this.#world.hasStorage()) return undefined
      if (seen !== undefined && (await this.#open())?.hasChangedSince(seen)) return 'changed'
      this.#held.drop()
      this.#world.leaveSites()
      return this.#world.removal.begin()
    })
  }

  wake(isRemoved: boolean): Promise<ObjectReply<boolean>> {
    return this.#answer(async () => {
      if (this.#world.removal.isRemoving) this.#world.alarm.set(now())
      else if (isRemoved && this.#world.hasStorage()) await this.#world.removal.begin()
      else await this.#wakeCampaign()
      return !this.isBlank()
    })
  }

  override alarm(): Promise<void> {
    return this.#world.meter.request(async () => {
      if (this.#world.removal.isRemoving) return this.#world.removal.resume()
      await this.#world.answerAlarm(() => this.#ticks())
    })
  }

  #answer<T>(work: () => T | Promise<T>): Promise<ObjectReply<T>> {
    return this.#world.meter.request(() => toReply(work))
  }

  /** Ticks one after the other while that is cheaper than an alarm for each. */
  async #ticks(): Promise<void> {
    for (;;) {
      await this.#tick()
      this.#world.alarm.count('ticks')
      const wait = this.#world.alarm.waitMs()
      if (wait === undefined || this.#world.removal.isRemoving) return
      await scheduler.wait(wait)
      // The removal sets its own alarm.
      if (this.#world.removal.isRemoving) return
    }
  }

  async #tick(): Promise<void> {
    this.#world.alarm.clear()
    if (this.#world.removal.isRemoving) return
    try {
      const reading = this.#held.read()
      if (reading.kind === 'more') this.#world.alarm.wakeAt(now())
      else await reading.campaign?.tick()
    } catch (error) {
      if (this.#world.removal.isRemoving) return
      this.#world.warn('a tick failed; the campaign is opened again from its log', error)
      this.#reopen(faultMessage(error))
    }
  }

  async #wakeCampaign(): Promise<void> {
    const answer = await toReply(async () => (await this.#open())?.wake())
    if (!('value' in answer)) this.#world.alarm.wakeAt(now())
  }

  /** Undefined: there is no such campaign. What a few slices do not read, the alarm does. */
  async #open(): Promise<Campaign | undefined> {
    for (let slices = 1; !this.#world.removal.isRemoving; slices++) {
      const reading = this.#held.read()
      if (reading.kind === 'read') return reading.campaign
      if (slices === MAX_SLICES_A_CALL) {
        this.#world.alarm.wakeAt(now())
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
      if (this.#held.read().kind === 'more') this.#world.alarm.wakeAt(now())
    } catch (error) {
      this.#world.warn('the campaign cannot be opened or cannot continue', error)
      const retryAt = now() + UNREADABLE_RETRY_MS
      this.#world.alarm.wakeAt(retryAt)
      this.#world.markUnreadable(retryAt)
    }
  }
}
