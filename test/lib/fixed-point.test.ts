import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromFixed, quantise, toFixed } from '../../src/lib/fixed-point.ts'
import { ByteReader } from '../../src/lib/byte-reader.ts'
import { ByteWriter } from '../../src/lib/byte-writer.ts'

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })

test('what is quantised is what a log gives back, down to the sign of nothing', () => {
  fc.assert(
    fc.property(fc.oneof(value, fc.constant(-0), fc.constant(-1e-9)), (given) => {
      const out = new ByteWriter()
      out.zigzag(toFixed(given))
      expect(fromFixed(new ByteReader(out.bytes()).zigzag())).toBe(quantise(given))
    }),
  )
})
