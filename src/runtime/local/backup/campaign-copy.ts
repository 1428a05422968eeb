import { readRecord } from '../../../core/campaign/codec/read-record.ts'
import { encodeRecord } from '../../../core/campaign/codec/record-codec.ts'
import { noUsage } from '../../../core/campaign/cost/usage.ts'
import { ResultsCursor } from '../../../core/campaign/state/results-cursor.ts'
import { sqlLog } from '../../../store/log/sql-log.ts'
import type { Sql } from '../../../store/log/sql.ts'
import { compressor } from '../../compressor.ts'

/** What a log says of the results store. */
interface LogReading {
  /** The last record. */
  seq: number
  /** The last record that the store has. */
  notedSeq: number
  /** Whether the store was being filled again at some time from `since` on. */
  wasRebuilding: boolean
}

/** Reads every record, so that damage is found. Throws `UnreadableCampaign`. */
export function readLog(sql: Sql, since: number): LogReading {
  const cursor = new ResultsCursor()
  let seq = 0
  let wasRebuilding = false
  for (const bytes of sqlLog(sql, compressor).after(0)) {
    const record = readRecord(bytes, ++seq)
    cursor.note(record.flushedSeq)
    if (record.kind === 'rebuild') cursor.restart()
    const isRebuilding = cursor.notedSeq < cursor.rebuiltSeq
    // The state before `since` is that after its last record.
    wasRebuilding = record.at < since ? isRebuilding : wasRebuilding || isRebuilding
  }
  return { seq, notedSeq: cursor.notedSeq, wasRebuilding }
}

/** When the results were copied, and how far they had come then. */
interface CopiedResults {
  copiedAt: number
  savedSeq: number
}

/**
 * Makes a copied log fit results that were copied before it. The log may say that the results store
 * has records which its copy lacks; a `rebuild` record then has them sent again. It counts them as
 * noticed, so that webhooks are not notified a second time. Returns whether one was needed.
 */
export function fitLogToResults(sql: Sql, { copiedAt, savedSeq }: CopiedResults): boolean {
  const { seq, notedSeq, wasRebuilding } = readLog(sql, copiedAt)
  if (seq === 0 || (notedSeq <= savedSeq && !wasRebuilding)) return false
  const rebuild = encodeRecord({
    kind: 'rebuild',
    at: Date.now(),
    flushedSeq: notedSeq,
    spent: noUsage(),
    next: { kind: 'keep' },
  })
  sqlLog(sql, compressor).append(seq + 1, rebuild)
  return true
}
