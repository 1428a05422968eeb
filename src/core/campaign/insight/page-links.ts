import type { NodeId, NodeState } from '../../graph/node-table.ts'
import { readRecord } from '../codec/read-record.ts'
import { Slice, type SliceLimits } from '../codec/slice.ts'
import type { CampaignRecord, Step } from '../event.ts'
import { namedIn } from '../log/node-urls.ts'
import { hasContent, isVersion } from '../outcomes.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'

/** One call reads no more than this, some 300 ms; 13 of them suffice for 100,000 pages. */
const PART: SliceLimits = { records: 8_000, bytes: 6_000_000 }

/** A page that was read, and its links. */
interface LinkedPage {
  node: NodeId
  /** β, or the score that a user gave it. */
  score: number
  /** Near-duplicate of another page. */
  isDuplicate: boolean
  isLabelled: boolean
  /** The pages it links to that were read, or that redirect. */
  targets: NodeId[]
  /** Pages it links to that could be fetched and were not. */
  uncrawled: number
  /** All links that were followed, and those of them that led to nodes not known before. */
  links: number
  newLinks: number
}

/** Where a node is. */
interface NamedNode {
  node: NodeId
  url: string
  site: string
}

/** The link graph of a campaign, found in a range of records. */
export interface PageLinks {
  /** A page that was read again comes again, and counts as it was the last time. */
  pages: LinkedPage[]
  /** The nodes named in these records that were read since. */
  names: NamedNode[]
  redirects: { from: NodeId; to: NodeId }[]
  /** The last record that was read. */
  upTo: number
  /** The last record there is. */
  total: number
}

/** Reads pages and links from the records after `after`. Links are only in the log. */
export function readPageLinks(after: number, state: CampaignState, log: Log): PageLinks {
  const part: PageLinks = { pages: [], names: [], redirects: [], upTo: after, total: state.seq }
  const slice = new Slice(PART)
  for (const bytes of after < state.seq ? log.after(after) : []) {
    if (slice.isSpent || part.upTo === state.seq) break
    slice.note(bytes)
    addRecord(readRecord(bytes, ++part.upTo), part, state)
  }
  return part
}

function addRecord(record: CampaignRecord, part: PageLinks, state: CampaignState): void {
  part.names.push(...readNodesIn(record, part.upTo, state))
  if (record.kind !== 'step') return
  const { node, outcome, edges } = record
  if (outcome === 'redirect' && edges.targets.length > 0) {
    part.redirects.push({ from: node, to: edges.targets[0]! })
  }
  if (hasContent(record) && isVersion(outcome)) part.pages.push(pageOf(record, state))
}

/** Only nodes that were read: the others take no part in the graph. */
function readNodesIn(record: CampaignRecord, seq: number, state: CampaignState): NamedNode[] {
  const { nodes, hosts, index } = state
  const named = namedIn(record) ?? []
  if (named.length === 0) return []
  const first = index.discoveries.firstOf(seq)
  return named.flatMap(({ host, path }, place) => {
    const node = (first + place) as NodeId
    return nodes.isCrawled(node)
      ? [{ node, url: hosts.origin(host) + path, site: hosts.site(host) }]
      : []
  })
}

const UNCRAWLED: ReadonlySet<NodeState> = new Set(['queued', 'reserved', 'resting', 'shelved'])

function pageOf(step: Step, { nodes, aliases, labels }: CampaignState): LinkedPage {
  const { node, score, outcome, edges, discovered } = step
  const targets: NodeId[] = []
  let uncrawled = 0
  for (const link of edges.targets) {
    const target = aliases.canonicalNode(link)
    if (nodes.isCrawled(target) || nodes.state(target) === 'moved') targets.push(target)
    else if (UNCRAWLED.has(nodes.state(target))) uncrawled++
  }
  return {
    node,
    score: labels.get(node) ?? score,
    isDuplicate: outcome === 'duplicate',
    isLabelled: labels.has(node),
    targets,
    uncrawled,
    links: edges.targets.length,
    newLinks: Math.min(discovered.nodes.length, edges.targets.length),
  }
}
