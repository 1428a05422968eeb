import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from '../../demo/rng.ts'
import { campaignFiles, d1File } from '../local/state-folder.ts'
import type { Campaigns } from './campaigns.ts'
import { D1Lock } from './d1.ts'
import { largeWrite } from './large-write.ts'
import { killNow, type Product } from './product.ts'
import type { Site } from './site.ts'

interface Scene {
  stateDir: string
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
    case 'd1-refuses':
      return killWhileD1Refuses(scene)
    case 'page-hangs':
      return killWhilePagesHang(scene)
    case 'snapshot':
      return killWithinSnapshot(scene)
    case 'power-cut':
      return cutPower(scene)
  }
}

async function killPlainly(scene: Scene): Promise<Struck> {
  const workerd = await scene.product.workerd()
  await someMoment(scene)
  return kill(workerd, 'plain')
}

async function killWhileD1Refuses(scene: Scene): Promise<Struck> {
  const { product, stateDir, campaigns, rng } = scene
  const workerd = await product.workerd()
  const lock = await D1Lock.take(d1File(stateDir))
  const release = () => lock.release()
  try {
    await campaigns.goOn()
    await someMoment(scene)
  } catch (error) {
    release()
    throw error
  }
  const struck = kill(workerd, 'd1-refuses')
  if (rng.chance(0.5)) return { ...struck, aftermath: release }
  release()
  return struck
}

async function killWhilePagesHang(scene: Scene): Promise<Struck> {
  const { product, site } = scene
  const workerd = await product.workerd()
  site.hold()
  try {
    const isHanging = await site.holdsOne(AbortSignal.timeout(COMES_WITHIN_MS))
    await someMoment(scene)
    return kill(workerd, isHanging ? 'page-hangs' : 'plain')
  } finally {
    site.release()
  }
}

async function killWithinSnapshot({ product, stateDir, campaigns, rng }: Scene): Promise<Struck> {
  const workerd = await product.workerd()
  const pages = rng.between(...SNAPSHOT_PAGES)
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
    const inTime = AbortSignal.timeout(COMES_WITHIN_MS)
    const isWriting = await largeWrite(campaignFiles(stateDir), pages, inTime)
    if (isWriting) return kill(workerd, 'snapshot')
    // The campaign that was to write it may have ended meanwhile.
    await campaigns.topUp(0)
  }
  return kill(workerd, 'plain')
}

async function cutPower(scene: Scene): Promise<Struck> {
  await someMoment(scene)
  const at = performance.now()
  await scene.product.cutPower()
  return { kind: 'power-cut', at, aftermath: () => {} }
}

function kill(workerd: number, kind: KillKind): Struck {
  killNow(workerd)
  return { kind, at: performance.now(), aftermath: () => {} }
}

async function someMoment({ rng }: Scene): Promise<void> {
  await pause(rng.between(0, LONGEST_WAIT_MS))
}

/** Kinds of moment at which the product is killed. */
const KILL_KINDS = ['plain', 'd1-refuses', 'page-hangs', 'snapshot', 'power-cut'] as const
export type KillKind = (typeof KILL_KINDS)[number]

/** The mix of ten kills; recovery from a power cut takes several times as long. */
const OF_TEN: readonly KillKind[] = [
  'plain',
  'plain',
  'plain',
  'd1-refuses',
  'd1-refuses',
  'page-hangs',
  'page-hangs',
  'snapshot',
  'snapshot',
  'power-cut',
]

/** Draws kills in random order; every kind occurs once there are enough of them. */
export function schedule(kills: number, rng: Rng): KillKind[] {
  const kinds = rng.shuffled(KILL_KINDS)
  while (kinds.length < kills) kinds.push(rng.pick(OF_TEN))
  return rng.shuffled(kinds.slice(0, kills))
}
