/** The pause before another try: a later version of the program may be able to read it. */
export const UNREADABLE_RETRY_MS = 600_000

/** There is a campaign, but its log cannot be read. */
export class UnreadableCampaign extends Error {
  /** The first record that cannot be read; undefined when none can. */
  readonly seq: number | undefined
  /** What is wrong with the record, if known. */
  readonly why: string | undefined

  constructor(seq: number | undefined, cause?: unknown, why?: string) {
    const what =
      seq === undefined ? 'the log is lost or damaged' : `record ${seq} of the log cannot be read`
    super(what, { cause })
    this.seq = seq
    this.why = why
  }
}
