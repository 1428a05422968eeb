import { Campaign } from '../../core/campaign/campaign.ts'
import { Opening } from '../../core/campaign/log/opening.ts'
import type { Ports } from '../../core/campaign/ports.ts'

/** The campaign, or that there is none; or that there is more to read, and how far it has come. */
type Reading = { kind: 'read'; campaign: Campaign | undefined } | { kind: 'more'; seq: number }

/** The campaign that an object has in memory, or what it has read of its log so far. */
export class HeldCampaign {
  readonly #ports: Ports
  #campaign: Campaign | undefined
  #opening: Opening | undefined
  #fault: string | undefined

  constructor(ports: Ports) {
    this.#ports = ports
  }

  hold(campaign: Campaign): void {
    this.#campaign = campaign
  }

  /** What is in memory is forgotten: the log is the truth. `fault` says what went wrong, if anything did. */
  drop(fault?: string): void {
    this.#campaign = undefined
    this.#opening = undefined
    this.#fault = fault
  }

  /** Reads one slice of the log at most. Throws `UnreadableCampaign`. */
  read(): Reading {
    if (this.#campaign?.needsReload) this.drop()
    if (this.#campaign) return { kind: 'read', campaign: this.#campaign }
    const opening = this.#opening ?? new Opening(this.#ports)
    // One that fails begins again.
    this.#opening = undefined
    const progress = opening.advance()
    if (progress.kind === 'none') return { kind: 'read', campaign: undefined }
    if (progress.kind === 'open') {
      const fault = this.#fault
      this.#fault = undefined
      this.#campaign = Campaign.goOn(progress.loaded, this.#ports, fault)
      return { kind: 'read', campaign: this.#campaign }
    }
    this.#opening = opening
    return { kind: 'more', seq: opening.seq }
  }
}
