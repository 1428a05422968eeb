import { expect } from 'vitest'
import type { SharedSite } from '../../src/crawl/site/site.ts'
import type { LeaseRequest } from '../../src/crawl/site/site-lease.ts'
import type { Contract } from './contract.ts'

/** A site without any request yet, and a way to let time pass there. */
export interface SiteWorld {
  site: SharedSite
  /** Nobody answers there. */
  origin: string
  wait: (ms: number) => Promise<void>
}

/** Longer than a site holds a call until its lease is free. */
const PACE_MS = 400

const request = ({ origin }: SiteWorld, campaign: string, other = {}): LeaseRequest => ({
  campaign,
  owner: 'main',
  origin,
  paceMs: PACE_MS,
  crawlDelayMs: 0,
  leaseMs: 5_000,
  endedAgoMs: undefined,
  ...other,
})

/** Acquires a lease, waiting as often and as long as the site says. */
async function acquire(world: SiteWorld, campaign: string, other = {}) {
  for (let waitedMs = 0; ;) {
    const grant = await world.site.acquire(request(world, campaign, other))
    if (grant.kind === 'granted') return { ...grant, waitedMs }
    waitedMs += grant.waitMs
    await world.wait(grant.waitMs)
  }
}

const release = ({ site, origin }: SiteWorld, campaign: string, quietMs = 0) =>
  site.release({ campaign, origin, quietMs })

export const siteContract: Contract<SiteWorld> = {
  'grants the lease to the first campaign, as uncontended': async (open) => {
    expect(await acquire(open(), 'a')).toMatchObject({ uncontended: true })
  },

  'grants one lease at a time': async (open) => {
    const world = open()
    await acquire(world, 'a')
    const grant = await world.site.acquire(request(world, 'b'))
    expect(grant.kind).toBe('wait')
  },

  'grants the next lease a pause after the last was released': async (open) => {
    const world = open()
    await acquire(world, 'a')
    await release(world, 'a')
    const { uncontended, waitedMs } = await acquire(world, 'b')
    expect(waitedMs).toBeGreaterThan(PACE_MS / 2)
    expect(uncontended).toBe(false)
  },

  'drops an unreleased lease once it has expired': async (open) => {
    const world = open()
    await acquire(world, 'a', { leaseMs: 500 })
    await world.wait(500 + PACE_MS + 100)
    const grant = await world.site.acquire(request(world, 'b'))
    expect(grant.kind).toBe('granted')
  },

  'considers a lease released when its campaign acquires the next': async (open) => {
    const world = open()
    await acquire(world, 'a')
    await world.wait(PACE_MS)
    expect(await acquire(world, 'a', { endedAgoMs: PACE_MS })).toMatchObject({ uncontended: true })
  },

  'grants no lease for as long as the site asked to be left alone': async (open) => {
    const world = open()
    await acquire(world, 'a')
    await release(world, 'a', 2_000)
    for (const campaign of ['a', 'b']) {
      const grant = await world.site.acquire(request(world, campaign, { endedAgoMs: 0 }))
      expect(grant.kind === 'wait' && grant.waitMs).toBeGreaterThan(1_000)
    }
  },

  'ignores a renewal or release by a campaign that does not hold the lease': async (open) => {
    const world = open()
    await acquire(world, 'a')
    await world.site.renew('b')
    expect(await release(world, 'b')).toBe(0)
    expect((await world.site.acquire(request(world, 'c'))).kind).toBe('wait')
  },

  'requests robots.txt only if the caller has a request left': async (open) => {
    const world = open()
    const asked = { ...request(world, 'a', { paceMs: 0 }), timeoutMs: 5_000, isAgain: false }
    expect(await world.site.robots({ ...asked, maxRequests: 0 })).toEqual({
      kind: 'no_requests_left',
      requests: 0,
    })
    expect(await world.site.robots({ ...asked, maxRequests: 6 })).toEqual({
      kind: 'failed',
      reason: 'unreachable',
      requests: 1,
    })
  },
}
