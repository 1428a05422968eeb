/** What cannot be read now may be later, with another version of the program. */
export const UNREADABLE_RETRY_MS = 600_000

/** There is a log, and it does not say what the campaign is. */
export class UnreadableCampaign extends Error {
  /** The first record that cannot be read. */
  readonly seq: number

  constructor(seq: number, cause?: unknown) {
    super(`record ${seq} of the log cannot be read`, { cause })
    this.seq = seq
  }
}
