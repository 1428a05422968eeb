import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'

/** Saves or loads a map from nodes to numbers or to other nodes. */
export function archiveMap<Value extends number>(archive: Archive, map: Map<NodeId, Value>): void {
  const nodes = archive.integers([...map.keys()]) as NodeId[]
  const values = archive.numbers([...map.values()]) as Value[]
  for (const [i, node] of nodes.entries()) map.set(node, values[i]!)
}

/** Saves or loads a JSON value. */
export function archiveJson<T>(archive: Archive, value: T): T {
  return JSON.parse(archive.text(JSON.stringify(value))) as T
}
