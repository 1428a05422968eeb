import { readFileSync } from 'node:fs'
import { BadLogFile, readLogFile } from '../../core/campaign/log/log-file.ts'
import { decodeRecord, UnreadableRecord } from '../../core/campaign/codec/record-codec.ts'
import type { CampaignRecord } from '../../core/campaign/event.ts'
import { BadCorpus } from './bad-corpus.ts'

const MEND = 'download it again from /v1/campaigns/<id>/log'

interface LogRow {
  bytes: Uint8Array
  record: CampaignRecord
}

/** The records of an exported log, in order; the first is of kind `created`. */
export function* readLog(file: string): Generator<LogRow> {
  let seq = 0
  try {
    for (const bytes of readLogFile(bytesOf(file))) {
      seq++
      const record = decodeRecord(bytes)
      if (seq === 1 && record.kind !== 'created') throw noBeginning(file, record)
      yield { bytes, record }
    }
  } catch (cause) {
    const at = { at: `record ${seq}` }
    const flaw = ({ message }: Error) => ({ file, what: message, mend: MEND })
    if (cause instanceof BadLogFile) throw new BadCorpus(flaw(cause), { cause })
    if (cause instanceof UnreadableRecord) throw new BadCorpus({ ...flaw(cause), ...at }, { cause })
    throw cause
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const what = code === 'ENOENT' ? 'no such file' : `cannot be read (${message})`
    throw new BadCorpus({ file, what, mend: 'name the file of an exported log' }, { cause })
  }
}

/** Everything else is told of a campaign that was created. */
function noBeginning(file: string, { kind }: CampaignRecord): BadCorpus {
  return new BadCorpus({
    file,
    at: 'record 1',
    what: `is of kind ${kind}, not the creation of a campaign`,
    mend: MEND,
  })
}
