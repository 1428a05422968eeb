import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ConcurrencyLimit,
  UNUSED_SLOT_MS,
  SLOT_MS,
} from '../../../src/core/access/concurrency-limit.ts'

const MOST = { key: 2, campaign: 3, all: 5 }

function limit() {
  const clock = { now: 1_000 }
  const slots = new ConcurrencyLimit(MOST, () => clock.now)
  return { clock, acquire: (key: string, campaign: string) => slots.acquire({ key, campaign }) }
}

test('limits the responses under way per key, per campaign, and in all', () => {
  const { acquire } = limit()
  expect([acquire('a', '1'), acquire('a', '2'), acquire('a', '3')].map(Boolean)).toEqual([
    true,
    true,
    false,
  ])
  expect([acquire('b', '1'), acquire('c', '1'), acquire('d', '1')].map(Boolean)).toEqual([
    true,
    true,
    false,
  ])
  expect([acquire('d', '4'), acquire('e', '5')].map(Boolean)).toEqual([true, false])
})

test('a released slot makes room, once', () => {
  const { acquire } = limit()
  const [first] = [acquire('a', '1'), acquire('a', '2')]
  first!.release()
  first!.release()
  expect(acquire('a', '3')).toBeDefined()
  expect(acquire('a', '4')).toBeUndefined()
})

test('a released slot stays free, even if it is renewed afterwards', () => {
  const { acquire } = limit()
  const [first] = [acquire('a', '1'), acquire('a', '2')]
  first!.renew()
  first!.release()
  // The client hung up while a part was being fetched for it.
  first!.renew()
  expect(acquire('a', '3')).toBeDefined()
})

test('a slot that is not renewed expires; renewed later, it counts again', () => {
  const { clock, acquire } = limit()
  const [idle, busy] = [acquire('a', '1'), acquire('a', '2')]
  for (const slot of [idle, busy]) slot!.renew()
  clock.now += SLOT_MS - 1
  busy!.renew()
  expect(acquire('a', '3')).toBeUndefined()
  clock.now += 1
  expect(acquire('a', '3')).toBeDefined()
  // A response that goes on is not broken off.
  idle!.renew()
  busy!.release()
  expect(acquire('a', '4')).toBeUndefined()
})

test('a slot that was never renewed expires sooner', () => {
  const { clock, acquire } = limit()
  acquire('a', '1')
  acquire('a', '2')
  clock.now += UNUSED_SLOT_MS - 1
  expect(acquire('a', '3')).toBeUndefined()
  clock.now += 1
  expect(acquire('a', '3')).toBeDefined()
})

test('the limits hold in any order of acquire, renew and release', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const step = fc.record({ key: name, campaign: name, leaves: fc.nat(4), passes: fc.nat(30_000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, acquire } = limit()
      const inside: { key: string; campaign: string; release: () => void; until: number }[] = []
      for (const { key, campaign, leaves, passes } of steps) {
        clock.now += passes
        inside[leaves]?.release()
        inside.splice(leaves, 1)
        const slot = acquire(key, campaign)
        slot?.renew()
        if (slot) inside.push({ key, campaign, ...slot, until: clock.now + SLOT_MS })
        const there = inside.filter(({ until }) => until > clock.now)
        expect(there.length).toBeLessThanOrEqual(MOST.all)
        const ofKey = there.filter((one) => one.key === key)
        const ofCampaign = there.filter((one) => one.campaign === campaign)
        expect(ofKey.length).toBeLessThanOrEqual(MOST.key)
        expect(ofCampaign.length).toBeLessThanOrEqual(MOST.campaign)
      }
    }),
  )
})
