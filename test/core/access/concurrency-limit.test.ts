import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ConcurrencyLimit,
  NEW_PLACE_MS,
  PLACE_MS,
} from '../../../src/core/access/concurrency-limit.ts'

const MOST = { key: 2, campaign: 3, all: 5 }

function limit() {
  const clock = { now: 1_000 }
  const places = new ConcurrencyLimit(MOST, () => clock.now)
  return { clock, enter: (key: string, campaign: string) => places.enter({ key, campaign }) }
}

test('so many are let in of a key, of a campaign and in all', () => {
  const { enter } = limit()
  expect([enter('a', '1'), enter('a', '2'), enter('a', '3')].map(Boolean)).toEqual([
    true,
    true,
    false,
  ])
  expect([enter('b', '1'), enter('c', '1'), enter('d', '1')].map(Boolean)).toEqual([
    true,
    true,
    false,
  ])
  expect([enter('d', '4'), enter('e', '5')].map(Boolean)).toEqual([true, false])
})

test('one that leaves makes room, once', () => {
  const { enter } = limit()
  const [first] = [enter('a', '1'), enter('a', '2')]
  first!.leave()
  first!.leave()
  expect(enter('a', '3')).toBeDefined()
  expect(enter('a', '4')).toBeUndefined()
})

test('one that nobody heard of for a while is gone, and may come back', () => {
  const { clock, enter } = limit()
  const [idle, busy] = [enter('a', '1'), enter('a', '2')]
  for (const place of [idle, busy]) place!.renew()
  clock.now += PLACE_MS - 1
  busy!.renew()
  expect(enter('a', '3')).toBeUndefined()
  clock.now += 1
  expect(enter('a', '3')).toBeDefined()
  // What was let in is not turned out.
  idle!.renew()
  busy!.leave()
  expect(enter('a', '4')).toBeUndefined()
})

test('one that was never made use of is gone sooner', () => {
  const { clock, enter } = limit()
  enter('a', '1')
  enter('a', '2')
  clock.now += NEW_PLACE_MS - 1
  expect(enter('a', '3')).toBeUndefined()
  clock.now += 1
  expect(enter('a', '3')).toBeDefined()
})

test('whatever comes and goes, there are never more than may be', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const step = fc.record({ key: name, campaign: name, leaves: fc.nat(4), passes: fc.nat(30_000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, enter } = limit()
      const inside: { key: string; campaign: string; leave: () => void; until: number }[] = []
      for (const { key, campaign, leaves, passes } of steps) {
        clock.now += passes
        inside[leaves]?.leave()
        inside.splice(leaves, 1)
        const place = enter(key, campaign)
        place?.renew()
        if (place) inside.push({ key, campaign, ...place, until: clock.now + PLACE_MS })
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
