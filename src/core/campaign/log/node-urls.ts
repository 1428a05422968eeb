import type { NodeId } from '../../graph/node-table.ts'
import { recordAt, UnreadableCampaign } from '../codec/read-record.ts'
import type { CampaignEvent, NewNode } from '../event.ts'
import type { CampaignState, History } from '../state/state.ts'

/** URLs are not kept in memory: a node's is in the record that first named it. */
export function urlOf(node: NodeId, state: CampaignState, log: History): string {
  const { seq, place } = state.index.discoveries.find(node)
  return toUrl(nameAt({ seq, names: namesOf(seq, log) }, place), state)
}

/** Finds the URLs of several nodes, and reads each record that names some of them once. */
export function urlsOf(
  nodes: readonly NodeId[],
  state: CampaignState,
  log: History,
): Map<NodeId, string> {
  const urls = new Map<NodeId, string>()
  let last: Naming | undefined
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const { seq, place } = state.index.discoveries.find(node)
    if (last?.seq !== seq) last = { seq, names: namesOf(seq, log) }
    urls.set(node, toUrl(nameAt(last, place), state))
  }
  return urls
}

function toUrl({ host, path }: NewNode, { hosts }: CampaignState): string {
  return hosts.origin(host) + path
}

/** A record and the nodes that it names; undefined when its kind names none. */
interface Naming {
  seq: number
  names: readonly NewNode[] | undefined
}

function nameAt({ seq, names }: Naming, place: number): NewNode {
  const named = names?.[place]
  if (named === undefined) throw new UnreadableCampaign(seq)
  return named
}

/** A page names some twenty nodes, and they are often fetched one after the other. */
const MAX_KEPT_NAMES = 2_000

/** The records of each log that were read last, the oldest first: reading one again takes long. */
const lastRead = new WeakMap<History, KeptNames>()

class KeptNames {
  readonly #kept = new Map<number, readonly NewNode[]>()
  #count = 0

  get(seq: number): readonly NewNode[] | undefined {
    return this.#kept.get(seq)
  }

  /** A sitemap may name tens of thousands of nodes: it is kept, alone. */
  add(seq: number, names: readonly NewNode[]): void {
    this.#kept.set(seq, names)
    this.#count += names.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#count <= MAX_KEPT_NAMES || oldest === seq) return
      this.#kept.delete(oldest)
      this.#count -= length
    }
  }
}

function namesOf(seq: number, log: History): Naming['names'] {
  const kept = lastRead.get(log) ?? new KeptNames()
  lastRead.set(log, kept)
  const known = kept.get(seq)
  if (known !== undefined) return known
  const names = namedIn(recordAt(seq, log))
  if (names !== undefined) kept.add(seq, names)
  return names
}

/** The nodes that a record names first; undefined when its kind names none. */
export function namedIn(record: CampaignEvent): readonly NewNode[] | undefined {
  switch (record.kind) {
    case 'created':
    case 'step':
      return record.discovered.nodes
    case 'edited':
      return record.edit.kind === 'seeds' ? record.edit.discovered.nodes : undefined
    case 'begun':
    case 'faulted':
    case 'flushed':
    case 'recalled':
    case 'rebuild':
    case 'scheduled':
      return undefined
  }
}
