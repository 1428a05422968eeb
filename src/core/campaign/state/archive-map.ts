import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'

/** A number, or another node, of each of some nodes. */
export function archiveMap<Value extends number>(archive: Archive, map: Map<NodeId, Value>): void {
  const nodes = archive.integers([...map.keys()]) as NodeId[]
  const values = archive.numbers([...map.values()]) as Value[]
  for (const [i, node] of nodes.entries()) map.set(node, values[i]!)
}
