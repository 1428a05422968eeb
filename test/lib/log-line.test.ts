import { describe, expect, test } from 'vitest'
import { logLine } from '../../src/lib/log-line.ts'

describe('a line of the log', () => {
  test('names the campaign, the message and the error', () => {
    const error = new RangeError('too far')
    error.stack = 'RangeError: too far\n    at f (a.ts:1:2)\n    at g (b.ts:3:4)'
    const line = logLine('a tick failed', { campaign: '01abc', error })
    expect(line).toBe(
      'campaign=01abc a tick failed: RangeError: too far (at f (a.ts:1:2) < at g (b.ts:3:4))',
    )
  })

  test('shows the first five frames of a stack', () => {
    const error = new Error('deep')
    error.stack = ['Error: deep', ...Array.from({ length: 40 }, (_, i) => `  at f${i}`)].join('\n')
    expect(logLine('x', { error })).toBe('x: Error: deep (at f0 < at f1 < at f2 < at f3 < at f4)')
  })

  test('has no stack for an error of another object', () => {
    const error = Object.assign(new Error('internal error; reference = abc'), { remote: true })
    expect(logLine('x', { error })).toBe('x: Error: internal error; reference = abc')
  })

  test.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u001B[2J', '\0', '\u009B'])(
    'stays one line whatever a site puts into it (%j)',
    (evil) => {
      const line = logLine(`a title${evil}2026-11-18T00:00:00.000Z error forged`, {
        error: new Error(`x${evil}y`),
      })
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    },
  )

  test('takes anything that was thrown', () => {
    expect(logLine('x', { error: 'words' })).toBe('x: words')
    expect(logLine('x', { error: 3 })).toBe('x: 3')
  })
})
