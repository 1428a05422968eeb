import type { Archive } from '../../lib/archive.ts'
import { Column } from '../graph/column.ts'
import type { NodeId } from '../graph/node-table.ts'

/** Which nodes were crawled, and what they scored. */
export class CrawledNodes {
  /** Score plus one, so that 0 is not crawled. */
  readonly #scores = new Column(true)

  add(node: NodeId, score: number): void {
    this.#scores.set(node, score + 1)
  }

  archive(archive: Archive): void {
    this.#scores.archive(archive)
  }

  has(node: NodeId): boolean {
    return this.#scores.value(node) > 0
  }

  score(node: NodeId): number {
    return this.#scores.value(node) - 1
  }
}
