import type { Archive } from '../../lib/archive.ts'
import { Column } from '../graph/column.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'

/** A crawled page: what it scored and where it links. Its targets are known by now. */
export interface Page {
  node: NodeId
  score: number
  links: Links
  /** What its title says of the topic, where the policy reads words and the title is known. */
  titleScore?: number
}

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
