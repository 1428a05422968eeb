import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlarmClock } from '../../../src/runtime/local/alarm-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DAY_MS = 86_400_000

function clockWith(ring: (name: string) => Promise<void> = async () => {}) {
  const rung: string[] = []
  const clock = new AlarmClock(
    (name) => {
      rung.push(name)
      return ring(name)
    },
    () => Date.now(),
  )
  return { clock, rung }
}

test('an overdue alarm rings at once, one in forty days not before', async () => {
  const { clock, rung } = clockWith()
  clock.set('late', Date.now() - 1)
  clock.set('far', Date.now() + 40 * DAY_MS)
  await vi.advanceTimersByTimeAsync(39 * DAY_MS)
  expect(rung).toEqual(['late'])
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(rung).toEqual(['late', 'far'])
})

test('an alarm that is set while one is answered waits for the end of it', async () => {
  const answer = Promise.withResolvers<void>()
  const { clock, rung } = clockWith(() => answer.promise)
  clock.set('a', Date.now())
  await vi.advanceTimersByTimeAsync(1)
  clock.set('a', Date.now())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rung).toEqual(['a'])
  answer.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(rung).toEqual(['a', 'a'])
})

test('a replaced alarm does not ring, nor does any after the stop', async () => {
  const { clock, rung } = clockWith()
  clock.set('a', Date.now() + 10)
  clock.set('a', undefined)
  clock.set('b', Date.now() + 10)
  clock.stop()
  clock.set('c', Date.now())
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(rung).toEqual([])
})
