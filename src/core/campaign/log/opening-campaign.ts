/** Its log is long, and is still being read; it goes on by itself. */
export class OpeningCampaign extends Error {
  /** The records that were read so far. */
  readonly read: number

  constructor(read: number) {
    super(`the log is being read, so far ${read} records of it`)
    this.read = read
  }
}
