import { createRng } from '../../demo/rng.ts'
import { Campaigns, Stuck } from './campaigns.ts'
import { d1CatchesUp } from './d1.ts'
import { Editor } from './editor.ts'
import { judge, type Verdict } from './judge.ts'
import { Product } from './product.ts'
import { Site } from './site.ts'
import { type KillKind, schedule, strike } from './strike.ts'

interface Orders {
  kills: number
  seed: number
  stateDir: string
  say: (line: string) => void
}

interface Figures extends Verdict {
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
    'd1-refuses': 0,
    'page-hangs': 0,
    snapshot: 0,
    'power-cut': 0,
  }
  readonly #breaches: string[] = []
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
    return new ChaosRun(orders, await Site.open(), await Product.install(orders.stateDir))
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
    const { kills, seed, stateDir, say } = this.#orders
    const rng = createRng('chaos', seed)
    await this.#campaigns.topUp(kills)
    await this.#campaigns.goOn()
    for (const [i, planned] of schedule(kills, rng).entries()) {
      this.#editor.editSome(this.#campaigns.running)
      const { kind, at, aftermath } = await strike(planned, {
        stateDir,
        product: this.#product,
        site: this.#site,
        campaigns: this.#campaigns,
        rng,
      })
      this.#byKind[kind]++
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
    const { say, stateDir } = this.#orders
    say('the campaigns come to their ends')
    // An edit may have woken one that was seen to end.
    await this.#editor.done()
    await this.#campaigns.readAgain()
    await this.#campaigns.end()
    say('D1 catches up')
    await d1CatchesUp(stateDir, this.#campaigns.all, this.#product.client)
    await this.#campaigns.readAgain()
    this.#hasEnded = true
  }

  async #figures(): Promise<Figures> {
    const { seed, stateDir } = this.#orders
    const { all, losses } = this.#campaigns
    const verdict = await judge({
      stateDir,
      started: all,
      promised: this.#editor.promised,
      site: this.#site,
      hasEnded: this.#hasEnded,
    })
    const { arrivals } = this.#site
    const kills = Object.values(this.#byKind).reduce((sum, count) => sum + count, 0)
    return {
      seed,
      kills,
      byKind: this.#byKind,
      campaigns: all.length,
      edits: this.#editor.edits,
      ...verdict,
      requests: arrivals.filter(({ kind }) => kind === 'page').length,
      robotsRequests: arrivals.filter(({ kind }) => kind === 'robots').length,
      slowestRecoveryMs: this.#slowestRecoveryMs,
      breaches: [...this.#breaches, ...losses, ...verdict.breaches],
    }
  }
}
