import type { Archive } from '../../lib/archive.ts'
import type { Brand } from '../../lib/brand.ts'
import { grow } from '../../lib/grow.ts'
import type { HostId } from './host-table.ts'

export type NodeId = Brand<number, 'NodeId'>

/** The codes are the places in this list. A snapshot keeps them: whoever changes it raises its version. */
const NODE_STATES = [
  'queued',
  'reserved',
  'crawled',
  'failed',
  /** It leads elsewhere, as was found when it was fetched. */
  'moved',
  'shelved',
  'resting',
  /** Another name of a node that was fetched. */
  'alias',
  // Not to be fetched, and why.
  'disallowed',
  'robots_unavailable',
  'refused',
  'given_up',
  'out_of_scope',
  'unwanted',
  'side_budget_spent',
] as const
export type NodeState = (typeof NODE_STATES)[number]

/** The upper bit of the byte that has the state's code. */
const CRAWLED_BIT = 0x80
const STATE_BITS = 0x7f

/** Every node a campaign knows, as parallel columns; a node's id is its place, in order of discovery. */
export class NodeTable {
  #length = 0
  #host = new Uint32Array(64)
  #state = new Uint8Array(64)
  #depth = new Uint16Array(64)
  /** The number of nodes in each state, by its code. */
  #counts = NODE_STATES.map(() => 0)

  get length(): number {
    return this.#length
  }

  add(host: HostId, depth: number): NodeId {
    const node = this.#length++
    this.#host = grow(this.#host, this.#length)
    this.#state = grow(this.#state, this.#length)
    this.#depth = grow(this.#depth, this.#length)
    this.#host[node] = host
    this.#depth[node] = Math.min(depth, 0xffff)
    this.#counts[0]!++
    return node as NodeId
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#host = archive.column(this.#host, this.#length)
    this.#state = archive.column(this.#state, this.#length)
    this.#depth = archive.column(this.#depth, this.#length)
    this.#counts = archive.integers(this.#counts)
  }

  /** How many nodes are in a state. */
  count(state: NodeState): number {
    return this.#counts[NODE_STATES.indexOf(state)]!
  }

  host(node: NodeId): HostId {
    return this.#host[node]! as HostId
  }

  depth(node: NodeId): number {
    return this.#depth[node]!
  }

  state(node: NodeId): NodeState {
    return NODE_STATES[this.#state[node]! & STATE_BITS]!
  }

  setState(node: NodeId, state: NodeState): void {
    const code = NODE_STATES.indexOf(state)
    const before = this.#state[node]!
    this.#counts[before & STATE_BITS]!--
    this.#counts[code]!++
    this.#state[node] = code | (before & CRAWLED_BIT)
  }

  /** Whether the page has been read, whatever its node does now: it may be fetched again. */
  isCrawled(node: NodeId): boolean {
    return (this.#state[node]! & CRAWLED_BIT) !== 0
  }

  markCrawled(node: NodeId): void {
    this.#state[node]! |= CRAWLED_BIT
  }
}
