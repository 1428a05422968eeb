import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageShape } from '../../src/lab/bench/endless-web.ts'
import { BareProduct } from '../local/bare-product.ts'
import { serveSite, type SiteServer } from './site-server.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a bench has started, to be ended whatever becomes of the bench. */
export class Scratch {
  readonly #dir = mkdtempSync(join(tmpdir(), 'dowser-bench-'))
  readonly #running = new Set<{ stop(): Promise<void> }>()

  /** On the state that the last one left. */
  async startProduct(): Promise<BareProduct> {
    const product = await BareProduct.launch(join(this.#dir, 'state'))
    this.#running.add(product)
    await product.ready()
    return product
  }

  async stopProduct(product: BareProduct): Promise<void> {
    this.#running.delete(product)
    await product.stop()
  }

  async serveSite(shape: PageShape): Promise<SiteServer> {
    const site = await serveSite(shape)
    this.#running.add(site)
    return site
  }

  async end(): Promise<void> {
    await Promise.all(Array.from(this.#running, (each) => each.stop()))
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 })
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
    for (const signal of SIGNALS) process.off(signal, stop)
    await scratch.end()
  }
}
