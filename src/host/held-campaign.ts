import { Campaign } from '../core/campaign/campaign.ts'
import { Opening } from '../core/campaign/log/opening.ts'
import type { Ports } from '../core/campaign/ports.ts'
import type { Fetching } from '../core/campaign/tick/awake.ts'

const NONE: Fetching = { fetches: 0, onNewHosts: 0, needsLeases: false }

/** `read`: the campaign, or undefined if there is none. `more`: the log is read up to `seq`. */
type Reading = { kind: 'read'; campaign: Campaign | undefined } | { kind: 'more'; seq: number }

/** The campaign that a host has in memory, or as much as it has read of the log. */
export class HeldCampaign {
  readonly #ports: Ports
  readonly #abort: () => void
  #campaign: Campaign | undefined
  #opening: Opening | undefined
  #fault: string | undefined

  /** `abort` ends the requests of a campaign that is dropped. */
  constructor(ports: Ports, abort: () => void) {
    this.#ports = ports
    this.#abort = abort
  }

  /** The fetches of the campaign in memory that are under way. */
  get fetching(): Fetching {
    return this.#campaign?.fetching ?? NONE
  }

  /** When the campaign in memory ticks next; null for never, or without one. */
  get nextTickAt(): number | null {
    return this.#campaign?.report().nextTickAt ?? null
  }

  /** Releases what the campaign in memory has reserved and not sent. */
  releaseUnsent(): void {
    if (this.#campaign?.needsReload === false) this.#campaign.releaseUnsent()
  }

  /** Throws, once, if a fetch of the campaign in memory could not be settled. */
  throwFailure(): void {
    this.#campaign?.throwFailure()
  }

  hold(campaign: Campaign): void {
    this.#campaign = campaign
  }

  /** Drops what is in memory: the log is the truth. `fault` says what went wrong, if anything did. */
  drop(fault?: string): void {
    this.#campaign?.abandon()
    this.#campaign = undefined
    this.#abort()
    this.#opening = undefined
    this.#fault = fault
  }

  /** Reads one slice of the log at most. Throws `UnreadableCampaign`. */
  read(): Reading {
    if (this.#campaign?.needsReload) this.drop()
    if (this.#campaign) return { kind: 'read', campaign: this.#campaign }
    const opening = this.#opening ?? new Opening(this.#ports)
    // One that fails starts over.
    this.#opening = undefined
    const progress = opening.advance()
    if (progress.kind === 'none') return { kind: 'read', campaign: undefined }
    if (progress.kind === 'open') {
      const fault = this.#fault
      this.#fault = undefined
      this.#campaign = Campaign.restore(progress.loaded, this.#ports, fault)
      return { kind: 'read', campaign: this.#campaign }
    }
    this.#opening = opening
    return { kind: 'more', seq: opening.seq }
  }
}
