import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import { urlsOf } from '../log/node-urls.ts'
import { readRecord, recordAt } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import { isVersion } from '../outcomes.ts'
import type { CampaignState } from '../state/state.ts'

/** One call reads no more than this, some 75 ms, so that the crawl is not held up. */
const PART_RECORDS = 2_000
const PART_BYTES = 2_000_000

/** The best parents are listed, the others only counted. */
const MAX_LISTED = 50

/** A page that links or redirects to another. */
interface Parent {
  seq: number
  url: string
  outcome: Step['outcome']
  score: number
  linkScore: number
}

/** The pages that link to one, found in a range of records. */
export interface Parents {
  count: number
  /** The best of them, by score. */
  best: Parent[]
  /** Parents in earlier records that were read again since, by record: they count no more. */
  replaced: number[]
  /** The last record that was read. */
  upTo: number
  /** There are no more records. */
  isAll: boolean
}

export const NO_PARENTS: Parents = { count: 0, best: [], replaced: [], upTo: 0, isAll: false }

/**
 * Finds the pages that link to the page of record `seq`. Links are only in the log, and none is
 * older than the record that first names the page: the log is read from there, or from `after` on.
 */
export function findParents(
  { seq, after }: { seq: number; after: number },
  state: CampaignState,
  log: Log,
): Parents {
  const node = nodeOf(recordAt(seq, log))
  if (node === undefined) return { ...NO_PARENTS, isAll: true }
  const found = new Map<number, Link>()
  const replaced: number[] = []
  const first = Math.max(after, state.index.discoveries.find(node).seq - 1)
  const end = Math.min(first + PART_RECORDS, state.seq)
  let upTo = first
  let bytes = 0
  for (const record of end > first ? log.after(first) : []) {
    const event = readRecord(record, ++upTo)
    const old = replacedVersion(event)
    if (old > 0 && !found.delete(old) && linkTo(node, old, recordAt(old, log))) replaced.push(old)
    const link = linkTo(node, upTo, event)
    if (link) found.set(upTo, link)
    bytes += record.length
    if (upTo === end || bytes >= PART_BYTES) break
  }
  const best = bestOf(Array.from(found.values(), (link) => withScore(link, state)))
  const urls = urlsOf(
    best.map((parent) => parent.node),
    state,
    log,
  )
  return {
    count: found.size,
    replaced,
    best: best.map(({ node: parent, ...link }) => ({ ...link, url: urls.get(parent)! })),
    upTo,
    isAll: upTo >= state.seq,
  }
}

/** Joins the parents found in two consecutive ranges. */
export function joinParents(first: Parents, then: Parents): Parents {
  return {
    ...then,
    count: first.count - then.replaced.length + then.count,
    best: bestOf([...first.best.filter(({ seq }) => !then.replaced.includes(seq)), ...then.best]),
  }
}

type Link = Omit<Parent, 'url'> & { node: NodeId }

function nodeOf(record: CampaignRecord): NodeId | undefined {
  return record.kind === 'step' ? record.node : undefined
}

/** The record of the version that an event replaces; 0 for none. */
function replacedVersion(event: CampaignRecord): number {
  return event.kind === 'step' && event.revisit && isVersion(event.outcome) ? event.replaces : 0
}

function linkTo(target: NodeId, seq: number, record: CampaignRecord): Link | undefined {
  if (record.kind !== 'step') return undefined
  const { node, outcome, score, edges } = record
  const place = edges.targets.indexOf(target)
  return place === -1
    ? undefined
    : { seq, node, outcome, score, linkScore: edges.linkScores[place]! }
}

/** Gives the parent its current score, which a user may have changed. */
function withScore(link: Link, { labels }: CampaignState): Link {
  return { ...link, score: labels.get(link.node) ?? link.score }
}

/** Sorts by the page's score, then by the link's, then by age. */
function bestOf<Ranked extends Omit<Parent, 'url'>>(parents: readonly Ranked[]): Ranked[] {
  return parents
    .toSorted((a, b) => b.score - a.score || b.linkScore - a.linkScore || a.seq - b.seq)
    .slice(0, MAX_LISTED)
}
