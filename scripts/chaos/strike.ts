import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from '../../demo/rng.ts'
import type { Campaigns } from './campaigns.ts'
import { largeWrite } from './large-write.ts'
import { killNow, type Product } from './product.ts'
import { ResultsLock } from './results-store.ts'
import type { Site, Span } from './site.ts'

interface Scene {
  product: Product
  site: Site
  campaigns: Campaigns
  rng: Rng
}

interface Struck {
  /** A moment that did not come makes a plain kill. */
  kind: KillKind
  at: number
  /** What to do once the product is back. */
  aftermath: () => void
  /** When fetches were under way that the product had the time to settle. */
  settling?: Span
}

/** Some tens of fetches of a campaign at full speed. */
const LONGEST_WAIT_MS = 700
/** What a campaign whose pages are rich in links needs from one snapshot to the next, and more. */
const COMES_WITHIN_MS = 4_000
const SNAPSHOT_ATTEMPTS = 5
/** Pages of 4 KB: more than any other transaction writes, fewer than a large snapshot does. */
const SNAPSHOT_PAGES = [50, 150] as const

/** Kills the product at a moment of that kind. */
export function strike(kind: KillKind, scene: Scene): Promise<Struck> {
  switch (kind) {
    case 'plain':
      return killPlainly(scene)
    case 'store-refuses':
      return killWhileStoreRefuses(scene)
    case 'page-hangs':
      return killWhilePagesHang(scene)
    case 'snapshot':
      return killWithinSnapshot(scene)
    case 'power-cut':
      return cutPower(scene)
    case 'stop':
      return stop(scene)
  }
}

async function killPlainly(scene: Scene): Promise<Struck> {
  const holder = await scene.product.holder()
  await someMoment(scene)
  return kill(holder, 'plain')
}

async function killWhileStoreRefuses(scene: Scene): Promise<Struck> {
  const { product, campaigns, rng } = scene
  const holder = await product.holder()
  const lock = await ResultsLock.take(product.files.results())
  const release = () => lock.release()
  try {
    await campaigns.goOn()
    await someMoment(scene)
  } catch (error) {
    release()
    throw error
  }
  const struck = kill(holder, 'store-refuses')
  if (rng.chance(0.5)) return { ...struck, aftermath: release }
  release()
  return struck
}

async function killWhilePagesHang(scene: Scene): Promise<Struck> {
  const { product, site } = scene
  const holder = await product.holder()
  site.hold()
  try {
    const isHanging = await site.holdsOne(AbortSignal.timeout(COMES_WITHIN_MS))
    await someMoment(scene)
    return kill(holder, isHanging ? 'page-hangs' : 'plain')
  } finally {
    site.release()
  }
}

async function killWithinSnapshot({ product, campaigns, rng }: Scene): Promise<Struck> {
  const holder = await product.holder()
  const pages = rng.between(...SNAPSHOT_PAGES)
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
    const inTime = AbortSignal.timeout(COMES_WITHIN_MS)
    const isWriting = await largeWrite(product.files.campaigns(), pages, inTime)
    if (isWriting) return kill(holder, 'snapshot')
    // The campaign that was to write it may have ended meanwhile, or a user has paused it.
    await campaigns.topUp(0)
    await campaigns.goOn()
  }
  return kill(holder, 'plain')
}

async function cutPower(scene: Scene): Promise<Struck> {
  await someMoment(scene)
  const at = performance.now()
  await scene.product.cutPower()
  return { kind: 'power-cut', at, aftermath: () => {} }
}

/** Asks it to end, in the middle of a crawl or while no page is answered, and starts it again. */
async function stop(scene: Scene): Promise<Struck> {
  const { product, site, rng } = scene
  const isHeld = rng.chance(0.5)
  if (isHeld) {
    site.hold()
    await site.holdsOne(AbortSignal.timeout(COMES_WITHIN_MS))
  }
  const from = Date.now()
  await someMoment(scene)
  const at = performance.now()
  try {
    await product.stop()
  } finally {
    site.release()
  }
  const settling = { from, to: Date.now() }
  await product.start()
  const struck: Struck = { kind: 'stop', at, aftermath: () => {} }
  return isHeld || !product.stopsInOrder ? struck : { ...struck, settling }
}

function kill(holder: number, kind: KillKind): Struck {
  killNow(holder)
  return { kind, at: performance.now(), aftermath: () => {} }
}

async function someMoment({ rng }: Scene): Promise<void> {
  await pause(rng.between(0, LONGEST_WAIT_MS))
}

/** Kinds of moment at which the product is killed. */
const KILL_KINDS = [
  'plain',
  'store-refuses',
  'page-hangs',
  'snapshot',
  'power-cut',
  'stop',
] as const
export type KillKind = (typeof KILL_KINDS)[number]

/** The mix of ten kills; recovery from a power cut or a stop takes several times as long. */
const OF_TEN: readonly KillKind[] = [
  'plain',
  'plain',
  'store-refuses',
  'store-refuses',
  'page-hangs',
  'page-hangs',
  'snapshot',
  'snapshot',
  'power-cut',
  'stop',
]

/** Draws kills in random order; every kind occurs once there are enough of them. */
export function schedule(kills: number, rng: Rng): KillKind[] {
  const kinds = rng.shuffled(KILL_KINDS)
  while (kinds.length < kills) kinds.push(rng.pick(OF_TEN))
  return rng.shuffled(kinds.slice(0, kills))
}
