/** What cannot be read now may be later, with another version of the program. */
export const UNREADABLE_RETRY_MS = 600_000

/** There was a campaign, and what is stored of it does not say what it is. */
export class UnreadableCampaign extends Error {
  /** The first record that cannot be read; undefined where no record can. */
  readonly seq: number | undefined

  constructor(seq: number | undefined, cause?: unknown) {
    const what = seq === undefined ? 'the log is lost or damaged' : `record ${seq} of the log`
    super(seq === undefined ? what : `${what} cannot be read`, { cause })
    this.seq = seq
  }
}
