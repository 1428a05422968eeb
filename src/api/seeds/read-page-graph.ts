import { BusyCampaign } from '../../core/campaign/readers.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { MAX_CALLS_A_RESPONSE } from '../../core/limits.ts'
import { type JoinedPages, PageGraph } from '../../core/seeds/page-graph.ts'
import { orNotFound } from '../http/http-error.ts'
import { YIELD_MS } from '../http/streaming.ts'

/** A graph of this size takes about half of an isolate's memory, with what is known of its pages. */
const MAX_LINKS = 4_000_000

/** A campaign, and the last record of it that is wanted. */
export interface LogRange {
  id: string
  upTo: number
}

/** The link graph of several campaigns, and how much of their logs it is from. */
export interface CampaignsGraph extends JoinedPages {
  records: number
  recordsRead: number
}

interface Reading {
  campaigns: Pick<CampaignService, 'query'>
  /** Lets others run between two calls. */
  pause: (ms: number) => Promise<void>
}

/**
 * Reads the link graph of campaigns from their logs, part by part; they go on crawling meanwhile.
 * Ends early when the calls of a response are used up, or the graph takes too much room.
 */
export async function readPageGraph(
  ranges: readonly LogRange[],
  reading: Reading,
): Promise<CampaignsGraph> {
  const graph = new PageGraph()
  let calls = MAX_CALLS_A_RESPONSE - ranges.length
  let recordsRead = 0
  for (const { id, upTo } of ranges) {
    graph.begin()
    for (let after = 0; after < upTo && graph.links < MAX_LINKS && calls > 0; calls--) {
      const part = await readPart(id, after, reading, calls === 1)
      if (part === undefined) continue
      graph.add(part)
      recordsRead += part.upTo - after
      after = part.upTo
    }
  }
  const records = ranges.reduce((sum, { upTo }) => sum + upTo, 0)
  return { ...graph.build(), records, recordsRead: Math.min(records, recordsRead) }
}

/** Undefined when the campaign was busy; on the last call that is an error. */
async function readPart(
  id: string,
  after: number,
  { campaigns, pause }: Reading,
  isLastCall: boolean,
) {
  try {
    const part = orNotFound(await campaigns.query(id, 'pageLinks', after), id)
    await pause(YIELD_MS)
    return part
  } catch (error) {
    if (!(error instanceof BusyCampaign) || (isLastCall && after === 0)) throw error
    await pause(error.waitMs)
    return undefined
  }
}
