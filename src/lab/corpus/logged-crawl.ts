import type { Edit } from '../../core/campaign/edit.ts'
import { hasContent } from '../../core/campaign/outcomes.ts'
import type { CampaignRecord, Created, Discovered, Step } from '../../core/campaign/event.ts'
import type { Spec } from '../../core/spec/spec.ts'
import type { Links } from '../../core/graph/known-links.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import { TextPool } from './text-pool.ts'

export interface LoggedPage {
  node: NodeId
  score: number
  links: Links
}

/** What a campaign met of the web, by its own records; nodes are numbered as it discovered them. */
export class LoggedCrawl {
  readonly id: string
  /** As last edited. */
  spec: Spec
  /** Those added later included. */
  readonly seeds: NodeId[]
  /** In the order they were crawled. */
  readonly pages = new Map<NodeId, LoggedPage>()
  readonly #origins: string[] = []
  readonly #urls = new TextPool()
  readonly #movedTo = new Map<NodeId, NodeId>()

  constructor({ id, spec, discovered }: Created) {
    this.id = id
    this.spec = spec
    this.seeds = discovered.nodes.map((_, node) => node as NodeId)
    this.#discover(discovered)
  }

  add(record: CampaignRecord): void {
    if (record.kind === 'step') this.#settle(record)
    if (record.kind === 'edited') this.#edit(record.edit)
  }

  url(node: NodeId): string {
    return this.#urls.get(node)
  }

  /** Where a link to the node leads, after all redirects; where they lead round in a circle, no page. */
  arrival(node: NodeId): NodeId {
    if (!this.#movedTo.has(node)) return node
    const passed = new Set<NodeId>()
    let at = node
    for (let to = this.#movedTo.get(at); to !== undefined; to = this.#movedTo.get(at)) {
      if (passed.has(at)) break
      passed.add(at)
      at = to
    }
    return at
  }

  #settle({ node, outcome, score, edges, discovered }: Step): void {
    this.#discover(discovered)
    const [target] = edges.targets
    if (hasContent({ outcome, edges })) this.pages.set(node, { node, score, links: edges })
    if (outcome === 'redirect' && target !== undefined) this.#movedTo.set(node, target)
  }

  #edit(edit: Edit): void {
    switch (edit.kind) {
      case 'patch':
        this.spec = { ...this.spec, ...edit.patch }
        return
      case 'seeds':
        this.#discover(edit.discovered)
        this.seeds.push(...edit.nodes.filter((node) => !this.#isFetched(node)))
        return
      case 'label':
        this.pages.get(edit.node)!.score = edit.score
        return
      case 'pause':
      case 'resume':
      case 'stop':
        return
    }
  }

  /** What was fetched before it became a seed had been chosen. */
  #isFetched(node: NodeId): boolean {
    return this.pages.has(node) || this.#movedTo.has(node)
  }

  #discover({ origins, nodes }: Discovered): void {
    this.#origins.push(...origins)
    for (const { host, path } of nodes) this.#urls.add(this.#origins[host]! + path)
  }
}
