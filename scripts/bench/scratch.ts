import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageShape } from '../../src/lab/bench/endless-web.ts'
import { BareProduct } from '../local/bare-product.ts'
import type { Runtime } from '../local/start-options.ts'
import { type ArticleServerOptions, serveArticles } from './articles.ts'
import { type FolderServer, serveFolder, serveSite, type SiteServer } from './servers.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Started {
  stop(): Promise<void>
}

/** What a bench has started, to be ended whatever becomes of the bench. */
export class Scratch {
  readonly #dir = mkdtempSync(join(tmpdir(), 'dowser-bench-'))
  /** Promises, so that what is about to start when the end comes is ended as well. */
  readonly #started: Promise<Started>[] = []
  readonly #stopped = new Set<Started>()
  #ending: Promise<void> | undefined

  get stateDir(): string {
    return join(this.#dir, 'state')
  }

  /** Starts the product on the state that the last one left. */
  async startProduct(runtime?: Runtime): Promise<BareProduct> {
    const product = await this.#start(() => BareProduct.launch(this.stateDir, runtime))
    await product.ready()
    return product
  }

  stopProduct(product: BareProduct): Promise<void> {
    return this.#stop(product)
  }

  serveSite(shape: PageShape): Promise<SiteServer> {
    return this.#start(() => serveSite(shape))
  }

  serveArticles(options: ArticleServerOptions): Promise<SiteServer> {
    return this.#start(() => serveArticles(options))
  }

  serveFolder(folder: string): Promise<FolderServer> {
    return this.#start(() => serveFolder(folder))
  }

  end(): Promise<void> {
    this.#ending ??= this.#endAll()
    return this.#ending
  }

  async #start<T extends Started>(start: () => Promise<T>): Promise<T> {
    if (this.#ending) throw new Error('nothing is started any more: the bench is being ended')
    const starting = start()
    this.#started.push(starting)
    return starting
  }

  async #endAll(): Promise<void> {
    const started = await Promise.allSettled(this.#started)
    const found = started.filter((start) => start.status === 'fulfilled')
    await Promise.all(found.map(({ value }) => this.#stop(value)))
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 })
  }

  async #stop(started: Started): Promise<void> {
    if (this.#stopped.has(started)) return
    this.#stopped.add(started)
    await started.stop()
  }
}

/** Ends everything when the work is done, has failed, or is told to stop. */
export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const scratch = new Scratch()
  const stop = () => void scratch.end().finally(() => process.exit(130))
  for (const signal of SIGNALS) process.once(signal, stop)
  try {
    return await work(scratch)
  } finally {
    // When a bench is told to stop, this is the last that runs: errors of its work are not reported.
    await scratch.end()
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
