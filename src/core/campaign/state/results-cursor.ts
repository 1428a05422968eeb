import type { Archive } from '../../../lib/archive.ts'

/** How far the results store has come with the log. */
export class ResultsCursor {
  /** The last record that concerns the results store. */
  changedSeq = 0
  /** The last record it has. May run ahead of the log until the next record says so. */
  flushedSeq = 0
  /** The last record it has, as the log says. */
  notedSeq = 0
  /** Where it was when it was last told to begin again: a rebuild is over once it is there again. */
  rebuiltSeq = 0

  /** A record says how far the store had come when it was written. */
  note(flushedSeq: number): void {
    this.flushedSeq = Math.max(this.flushedSeq, flushedSeq)
    this.notedSeq = flushedSeq
  }

  /** The store begins again; webhooks that were told of something are not told again. */
  restart(): void {
    this.rebuiltSeq = Math.max(this.rebuiltSeq, this.flushedSeq)
    this.flushedSeq = 0
    this.notedSeq = 0
  }

  archive(archive: Archive): void {
    this.changedSeq = archive.number(this.changedSeq)
    this.flushedSeq = archive.number(this.flushedSeq)
    // A snapshot is written with a record, which says how far the store has come.
    this.notedSeq = this.flushedSeq
    this.rebuiltSeq = archive.number(this.rebuiltSeq)
  }
}
