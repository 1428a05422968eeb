import { expect, test } from 'vitest'
import { hoursOf, visitTimeIn } from '../../../scripts/conform/readers/visit-time.ts'

const TEXT = 'user-agent: *\nvisit-time: 0200-0630\nrequest-rate: 1/5 1300 1659\nuser-agent: x'

test('the Visit-time is that of the matching group', () => {
  expect(visitTimeIn(TEXT, 'dowser')).toEqual({ start: '0200', end: '0630' })
  expect(visitTimeIn(TEXT, 'x')).toBeUndefined()
  expect(visitTimeIn('user-agent: *\nvisit-time: at night', 'dowser')).toBeUndefined()
})

test('a request rate may be limited to some hours', () => {
  const rate = { requests: 1, seconds: 5 }
  expect(hoursOf(rate, TEXT, 'dowser')).toEqual({ start: '1300', end: '1659' })
  expect(hoursOf(rate, 'user-agent: *\nrequest-rate: 1/5', 'dowser')).toBeUndefined()
})
