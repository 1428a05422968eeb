import type { Archive } from '../../../lib/archive.ts'

/** How far the results store has caught up with the log. */
export class ResultsCursor {
  /** The last record that concerns the results store. */
  changedSeq = 0
  /** The last record it has. The log may not say so until the next record. */
  flushedSeq = 0
  /** The last record it has, as the log says. */
  notedSeq = 0
  /** Its position when the last rebuild began: the rebuild is over once it is there again. */
  rebuiltSeq = 0

  /** Applies the position of the store that a record states. */
  note(flushedSeq: number): void {
    this.flushedSeq = Math.max(this.flushedSeq, flushedSeq)
    this.notedSeq = flushedSeq
  }

  /** Starts the store over; webhooks are not notified again. */
  restart(): void {
    this.rebuiltSeq = Math.max(this.rebuiltSeq, this.flushedSeq)
    this.flushedSeq = 0
    this.notedSeq = 0
  }

  archive(archive: Archive): void {
    this.changedSeq = archive.number(this.changedSeq)
    this.flushedSeq = archive.number(this.flushedSeq)
    // A snapshot is written with a record, which states the position of the store.
    this.notedSeq = this.flushedSeq
    this.rebuiltSeq = archive.number(this.rebuiltSeq)
  }
}
