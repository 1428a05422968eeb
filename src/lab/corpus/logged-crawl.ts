import { readFileSync } from 'node:fs'
import { decodeRecord, UnreadableRecord } from '../../core/campaign/codec/record-codec.ts'
import type { Edit } from '../../core/campaign/edit.ts'
import type {
  CampaignEvent,
  CampaignRecord,
  Created,
  Discovered,
} from '../../core/campaign/event.ts'
import { type RankEvent, rankEventOf } from '../../core/campaign/evolve/rank-events.ts'
import { BadLogFile, readLogFile } from '../../core/campaign/log/log-file-reader.ts'
import type { Links } from '../../core/graph/known-links.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { BadCorpus } from './corpus.ts'
import { TextPool } from './text-pool.ts'

export interface LoggedPage {
  node: NodeId
  score: number
  links: Links
}

/** What a campaign met of the web, by its own records; nodes are numbered as it discovered them. */
export class LoggedCrawl {
  readonly id: string
  /** The spec after the last edit. */
  spec: Spec
  /** Seeds of the campaign, including those added later. */
  readonly seeds: NodeId[]
  /** Pages in the order they were crawled. */
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

  add(event: CampaignEvent): void {
    if (event.kind === 'step') this.#discover(event.discovered)
    if (event.kind === 'edited') this.#edit(event.edit)
    const meaning = rankEventOf(event, () => undefined)
    if (meaning !== undefined) this.#learn(meaning)
  }

  url(node: NodeId): string {
    return this.#urls.get(node)
  }

  /** Where a link to the node leads after all redirects; a circle of redirects leads to no page. */
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

  #learn(meaning: RankEvent): void {
    switch (meaning.kind) {
      case 'crawled':
        this.pages.set(meaning.page.node, { ...meaning.page })
        return
      case 'redirected':
        if (meaning.to !== undefined) this.#movedTo.set(meaning.node, meaning.to)
        return
      case 'rescored':
        this.pages.get(meaning.page.node)!.score = meaning.page.score
        return
      case 'failed':
        return
    }
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
      case 'pause':
      case 'resume':
      case 'stop':
        return
    }
  }

  /** A node that was fetched before it became a seed had been chosen by the policy. */
  #isFetched(node: NodeId): boolean {
    return this.pages.has(node) || this.#movedTo.has(node)
  }

  #discover({ origins, nodes }: Discovered): void {
    this.#origins.push(...origins)
    for (const { host, path } of nodes) this.#urls.add(this.#origins[host]! + path)
  }
}

const MEND = 'download it again from /v1/campaigns/<id>/log'

interface LogRow {
  bytes: Uint8Array
  record: CampaignRecord
}

/** The records of an exported log, in order; the first is of kind `created`. */
export function* readLog(file: string): Generator<LogRow> {
  let seq = 0
  try {
    for (const bytes of readLogFile(bytesOf(file))) {
      seq++
      const record = decodeRecord(bytes)
      if (seq === 1 && record.kind !== 'created') throw noBeginning(file, record)
      yield { bytes, record }
    }
  } catch (cause) {
    const at = { at: `record ${seq}` }
    const flaw = ({ message }: Error) => ({ file, what: message, mend: MEND })
    if (cause instanceof BadLogFile) throw new BadCorpus(flaw(cause), { cause })
    if (cause instanceof UnreadableRecord) throw new BadCorpus({ ...flaw(cause), ...at }, { cause })
    throw cause
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const what = code === 'ENOENT' ? 'no such file' : `cannot be read (${message})`
    throw new BadCorpus({ file, what, mend: 'name the file of an exported log' }, { cause })
  }
}

/** A log without the creation of its campaign cannot be read. */
function noBeginning(file: string, { kind }: CampaignRecord): BadCorpus {
  return new BadCorpus({
    file,
    at: 'record 1',
    what: `is of kind ${kind}, not the creation of a campaign`,
    mend: MEND,
  })
}
