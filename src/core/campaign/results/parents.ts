import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import { urlsOf } from '../log/node-urls.ts'
import { readRecord, recordAt } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

/** Whichever comes first: some 75 ms of reading, so that the crawl is not held up. */
const PART_RECORDS = 2_000
const PART_BYTES = 2_000_000

/** As many as are told of, the best of all; the others are counted. */
const MOST_TOLD = 50

/** A page that links to another, or was led to it by a redirect. */
interface Parent {
  seq: number
  url: string
  outcome: Step['outcome']
  score: number
  linkScore: number
}

/** The pages that link to one, among some of the records. */
export interface Parents {
  count: number
  /** The best of them. */
  best: Parent[]
  /** The last record that was read. */
  upTo: number
  /** There are no more records. */
  isAll: boolean
}

export const NO_PARENTS: Parents = { count: 0, best: [], upTo: 0, isAll: false }

/**
 * Who links to whom is in the log alone, but nobody links to a page before the record that names
 * it: so the log is read from there on, or after the record that was the last to be read before.
 */
export function findParents(
  { seq, after }: { seq: number; after: number },
  state: CampaignState,
  log: Log,
): Parents {
  const node = nodeOf(recordAt(seq, log))
  if (node === undefined) return { ...NO_PARENTS, isAll: true }
  const found: Link[] = []
  const first = Math.max(after, state.naming.find(node).seq - 1)
  const end = Math.min(first + PART_RECORDS, state.seq)
  let upTo = first
  let bytes = 0
  for (const record of end > first ? log.after(first) : []) {
    const link = linkTo(node, ++upTo, readRecord(record, upTo))
    if (link) found.push(link)
    bytes += record.length
    if (upTo === end || bytes >= PART_BYTES) break
  }
  const best = bestOf(found.map((link) => withScore(link, state)))
  const urls = urlsOf(
    best.map((parent) => parent.node),
    state,
    log,
  )
  return {
    count: found.length,
    best: best.map(({ node: parent, ...link }) => ({ ...link, url: urls.get(parent)! })),
    upTo,
    isAll: upTo >= state.seq,
  }
}

/** Those of two parts of the log, one after the other. */
export function joinParents(first: Parents, then: Parents): Parents {
  return {
    ...then,
    count: first.count + then.count,
    best: bestOf([...first.best, ...then.best]),
  }
}

type Link = Omit<Parent, 'url'> & { node: NodeId }

function nodeOf(record: CampaignRecord): NodeId | undefined {
  return record.kind === 'step' ? record.node : undefined
}

function linkTo(target: NodeId, seq: number, record: CampaignRecord): Link | undefined {
  if (record.kind !== 'step') return undefined
  const { node, outcome, score, edges } = record
  const place = edges.targets.indexOf(target)
  return place === -1
    ? undefined
    : { seq, node, outcome, score, linkScore: edges.linkScores[place]! }
}

/** A user may have given it another since. */
function withScore(link: Link, { labels }: CampaignState): Link {
  return { ...link, score: labels.get(link.node) ?? link.score }
}

/** By their own score, then by that of the link, then by age. */
function bestOf<Ranked extends Omit<Parent, 'url'>>(parents: readonly Ranked[]): Ranked[] {
  return parents
    .toSorted((a, b) => b.score - a.score || b.linkScore - a.linkScore || a.seq - b.seq)
    .slice(0, MOST_TOLD)
}
