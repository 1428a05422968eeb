import { createRng } from '../../demo/rng.ts'
import type { Runtime } from '../local/start-options.ts'
import { Campaigns, Stuck } from './campaigns.ts'
import { Editor } from './editor.ts'
import { judge, type Verdict } from './judge.ts'
import { ProcessProduct } from './process-product.ts'
import type { Product } from './product.ts'
import { resultsCatchUp } from './results-store.ts'
import { Site, type Span } from './site.ts'
import { type KillKind, schedule, strike } from './strike.ts'
import { WorkerProduct } from './worker-product.ts'

interface Orders {
  kills: number
  seed: number
  runtime: Runtime
  stateDir: string
  say: (line: string) => void
}

interface Figures extends Verdict {
  runtime: Runtime
  seed: number
  kills: number
  byKind: Record<KillKind, number>
  campaigns: number
  edits: number
  requests: number
  robotsRequests: number
  slowestRecoveryMs: number
}

/** The product, a site and campaigns between them, to be killed again and again. */
export class ChaosRun {
  readonly #orders: Orders
  readonly #site: Site
  readonly #product: Product
  readonly #campaigns: Campaigns
  readonly #editor: Editor
  readonly #byKind: Record<KillKind, number> = {
    plain: 0,
    'store-refuses': 0,
    'page-hangs': 0,
    snapshot: 0,
    'power-cut': 0,
    stop: 0,
  }
  readonly #breaches: string[] = []
  readonly #stops: Span[] = []
  #slowestRecoveryMs = 0
  #hasEnded = false

  private constructor(orders: Orders, site: Site, product: Product) {
    this.#orders = orders
    this.#site = site
    this.#product = product
    this.#campaigns = new Campaigns(product.client, site)
    this.#editor = new Editor(product.client, site, createRng('edits', orders.seed))
  }

  static async prepare(orders: Orders): Promise<ChaosRun> {
    const { runtime, stateDir } = orders
    return new ChaosRun(orders, await Site.open(), await install(runtime, stateDir))
  }

  /** Kills the product so many times, lets the campaigns end, and looks at what is left. */
  async run(): Promise<Figures> {
    try {
      await this.#killAndRecover()
      await this.#comeToAnEnd()
    } catch (error) {
      if (!(error instanceof Stuck)) throw error
      this.#breaches.push(error.message)
    } finally {
      await this.end()
    }
    return this.#figures()
  }

  async end(): Promise<void> {
    await this.#product.end()
    this.#site.close()
  }

  async #killAndRecover(): Promise<void> {
    const { kills, seed, say } = this.#orders
    const rng = createRng('chaos', seed)
    await this.#campaigns.topUp(kills)
    await this.#campaigns.goOn()
    for (const [i, planned] of schedule(kills, rng).entries()) {
      this.#editor.editSome(this.#campaigns.running)
      const { kind, at, aftermath, settling } = await strike(planned, {
        product: this.#product,
        site: this.#site,
        campaigns: this.#campaigns,
        rng,
      })
      this.#byKind[kind]++
      if (settling) this.#stops.push(settling)
      const tookMs = await this.#recover(at, kills - i - 1, aftermath)
      say(`kill ${i + 1} of ${kills}: ${kind}, at work again after ${tookMs} ms`)
    }
  }

  async #recover(killedAt: number, killsLeft: number, aftermath: () => void): Promise<number> {
    try {
      if (killsLeft > 0) await this.#campaigns.topUp(killsLeft)
      await this.#campaigns.goOn()
    } finally {
      aftermath()
    }
    const tookMs = Math.round(performance.now() - killedAt)
    this.#slowestRecoveryMs = Math.max(this.#slowestRecoveryMs, tookMs)
    return tookMs
  }

  async #comeToAnEnd(): Promise<void> {
    const { say } = this.#orders
    say('the campaigns come to their ends')
    // An edit may have woken one that was seen to end.
    await this.#editor.done()
    await this.#campaigns.readAgain()
    await this.#campaigns.end()
    say('the results store catches up')
    await resultsCatchUp(this.#product, this.#campaigns.all)
    await this.#campaigns.readAgain()
    this.#hasEnded = true
  }

  async #figures(): Promise<Figures> {
    const { seed, runtime } = this.#orders
    const { all, losses } = this.#campaigns
    const verdict = await judge({
      files: this.#product.files,
      started: all,
      promised: this.#editor.promised,
      site: this.#site,
      stops: this.#stops,
      hasEnded: this.#hasEnded,
    })
    const { arrivals } = this.#site
    const kills = Object.values(this.#byKind).reduce((sum, count) => sum + count, 0)
    return {
      runtime,
      seed,
      kills,
      byKind: this.#byKind,
      campaigns: all.length,
      edits: this.#editor.edits,
      ...verdict,
      requests: arrivals.filter(({ kind }) => kind === 'page').length,
      robotsRequests: arrivals.filter(({ kind }) => kind === 'robots').length,
      slowestRecoveryMs: this.#slowestRecoveryMs,
      breaches: [...this.#breaches, ...this.#product.troubles, ...losses, ...verdict.breaches],
    }
  }
}

function install(runtime: Runtime, stateDir: string): Promise<Product> {
  return runtime === 'workerd'
    ? WorkerProduct.install(stateDir)
    : ProcessProduct.install(runtime, stateDir)
}
