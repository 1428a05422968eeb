/** What cannot be read now may be later, with another version of the program. */
export const UNREADABLE_RETRY_MS = 600_000

/** There was a campaign, and what is stored of it does not say what it is. */
export class UnreadableCampaign extends Error {
  /** The first record that cannot be read; undefined where no record can. */
  readonly seq: number | undefined
  /** What is wrong with the record, where that is known. */
  readonly why: string | undefined

  constructor(seq: number | undefined, cause?: unknown, why?: string) {
    const what =
      seq === undefined ? 'the log is lost or damaged' : `record ${seq} of the log cannot be read`
    super(what, { cause })
    this.seq = seq
    this.why = why
  }
}
