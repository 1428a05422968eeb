import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attemptSource } from '../../../src/api/access/authorize.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const network = fc.array(group, { minLength: 4, maxLength: 4 })
const real = network.filter((groups) => groups.some((one) => one !== 0))

const text = (...groups: number[][]) =>
  groups
    .flat()
    .map((one) => one.toString(16))
    .join(':')

describe('wrong keys are put down', () => {
  test('to the network, of IPv6, whichever of its addresses they come from', () => {
    fc.assert(
      fc.property(real, network, network, (of, one, other) => {
        expect(attemptSource(text(of, one))).toBe(attemptSource(text(of, other)))
      }),
    )
  })

  test('to another network than its neighbours', () => {
    fc.assert(
      fc.property(real, real, network, (of, other, host) => {
        fc.pre(text(of) !== text(other))
        expect(attemptSource(text(of, host))).not.toBe(attemptSource(text(other, host)))
      }),
    )
  })

  test('to the same however it is spelt', () => {
    const spellings = ['2001:db8::1', '2001:DB8:0:0::2', '2001:0db8:0000:0000:1:2:3:4']
    expect(new Set(spellings.map(attemptSource)).size).toBe(1)
  })

  test.each(['', '198.51.100.7', '::ffff:198.51.100.7', '::1', 'nonsense'])(
    'to "%s" itself',
    (address) => expect(attemptSource(address)).toBe(address),
  )
})
