import { describe, expect, test } from 'vitest'
import { parseLabel } from '../../../src/cli/commands/edits.js'

describe('a label', () => {
  test('names a page by its seq or its URL', () => {
    expect(parseLabel('17=0.5')).toEqual({ seq: 17, score: 0.5 })
    expect(parseLabel('http://a.test/?q=1=1')).toEqual({ url: 'http://a.test/?q=1', score: 1 })
  })

  test.each(['17', '=1', '17=2', 'http://a.test/=x'])('cannot be %s', (text) => {
    expect(() => parseLabel(text)).toThrow(/A label must be like/)
  })
})
