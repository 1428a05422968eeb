import { DatabaseSync } from 'node:sqlite'
import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import { noUsage } from '../../src/core/campaign/cost/usage.ts'
import type { OpeningPorts } from '../../src/core/campaign/log/opening.ts'
import { NO_EXTRAS } from '../../src/core/campaign/codec/extras-codec.ts'
import { encodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import type {
  CampaignEvent,
  CampaignRecord,
  Created,
  EventBase,
  Step,
} from '../../src/core/campaign/event.ts'
import { SLICE } from '../../src/core/campaign/codec/slice.ts'
import { FIELDS } from '../../src/core/spec/spec.ts'
import { CampaignState } from '../../src/core/campaign/state/state.ts'
import { Decider } from '../../src/core/campaign/decide.ts'
import { advanceAndRecord } from '../../src/core/campaign/evolve.ts'
import { historyOf } from '../../src/core/campaign/log/fold.ts'
import type { HostId } from '../../src/core/graph/host-table.ts'
import type { NodeId } from '../../src/core/graph/node-table.ts'
import { draw } from '../../src/lib/draw.ts'
import { quantise } from '../../src/lib/fixed-point.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { entropy } from '../../src/runtime/entropy.ts'
import { nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { specOf } from './bench-campaign.ts'

export interface LongLog {
  ports: OpeningPorts
  /** Bytes of all records, as written. */
  bytes: number
}

const HOSTS = 20
/** What a campaign with `fl_ne` comes to know in the default memory. */
const MAX_KNOWN = 1_280_000
/** The first pages lead to most of what there is, all others to what is known. */
const LINKS_OF_A_HUB = 1_000
const LINKS = 20
/** The frontier does not run low while the log is made. */
const MIN_FRONTIER = 60_000
const ROWS_A_TRANSACTION = 10_000

/** The log of a campaign that was never crawled: its policy chose, and pages were made up. */
export function writeLongLog(pages: number): LongLog {
  const sqlite = new DatabaseSync(':memory:')
  const sql = nodeSql(sqlite)
  const log = sqlLog(sql, compressor)
  let bytes = 0
  let seq = 0
  sqlite.exec('BEGIN')
  for (const record of madeUpRecords(pages)) {
    const row = encodeRecord(record)
    bytes += row.length
    log.append(++seq, row)
    if (seq % ROWS_A_TRANSACTION === 0) sqlite.exec('COMMIT; BEGIN')
  }
  sqlite.exec('COMMIT')
  return { ports: { log, slice: SLICE, snapshots: sqlSnapshots(sql), entropy, trouble }, bytes }
}

function trouble(what: string, error: unknown): never {
  throw new Error(what, { cause: error })
}

function* madeUpRecords(pages: number): Generator<CampaignRecord> {
  const created = createdRecord()
  const state = new CampaignState(created, historyOf([]))
  yield settled(state, created)
  for (let page = 0; page < pages; page++) yield settled(state, stepRecord(state, page, pages))
}

/** One fetch at a time: its record settles the reservation of the one before. */
const { decide } = new Decider(1)

function settled(state: CampaignState, event: CampaignEvent): CampaignRecord {
  return advanceAndRecord(state, event, { released: [], decide })
}

function createdRecord(): Created {
  const origins = Array.from({ length: HOSTS }, (_, host) => `https://www.site-${host}.example`)
  return {
    kind: 'created',
    ...base(Date.UTC(2026, 0, 1)),
    id: 'bench',
    owner: MAIN_OWNER,
    spec: specOf(`${origins[0]!}/`, 'fl_ne', FIELDS.memoryMb.default),
    discovered: {
      origins,
      sites: origins.map((origin) => origin.slice('https://www.'.length)),
      nodes: [{ host: 0 as HostId, path: '/' }],
    },
    salt: [1, 2, 3, 4],
  }
}

function stepRecord(state: CampaignState, page: number, pages: number): Step {
  const { node, estimate, dueAt } = state.schedule.reservations.first!
  const score = page % 5 === 0 ? 1 : 0
  const nodes = Array.from({ length: newLinks(state, pages) }, (_, i) => {
    const id = state.nodes.length + i
    return { host: (id % HOSTS) as HostId, path: `/articles/${id}/the-eruption-of-a-volcano` }
  })
  return {
    kind: 'step',
    ...base(dueAt + 100),
    ...NO_EXTRAS,
    node,
    outcome: 'ok',
    httpStatus: 200,
    requestedAt: dueAt,
    durationMs: 100,
    bodyBytes: 20_000,
    score,
    estimate,
    title: `The eruption of a volcano, part ${page}`,
    crawlDelayMs: 0,
    links: LINKS,
    skips: {},
    discovered: { origins: [], sites: [], nodes },
    edges: edgesOf(page, state.nodes.length, nodes.length),
  }
}

/** Keeps some links for later, so that a long log finds new ones when the others are crawled. */
function newLinks({ nodes, ranker }: CampaignState, pages: number): number {
  if (nodes.length < MAX_KNOWN - pages / 8) return LINKS_OF_A_HUB
  return ranker.frontier.size < MIN_FRONTIER ? 1 : 0
}

/** New nodes, and known ones drawn by chance. */
function edgesOf(page: number, known: number, found: number): Step['edges'] {
  const targets = Array.from({ length: found }, (_, i) => (known + i) as NodeId)
  const drawn = new Set<NodeId>()
  for (let i = 0; i < LINKS; i++) drawn.add((draw(page, i) % known) as NodeId)
  const all = [...targets, ...drawn]
  return { targets: all, linkScores: all.map((id) => quantise(id % 20 === 0 ? 0.5 : 0)) }
}

function base(at: number): EventBase {
  return { at, flushedSeq: 0, spent: noUsage() }
}
