import { describe, expect, test } from 'vitest'
import { hostLine, workerdLine } from '../../scripts/local/log-lines.ts'

const LINE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warn|error) [^\n]+\n$/
const at = Date.UTC(2026, 10, 18)
const STACK =
  '\nstack: /opt/workerd@57ff0c0 /opt/workerd@565f670; sentryErrorContext = jsgInternalError; wdErrId = p07'

describe('a line of the local log', () => {
  test("has a time, a level and the Worker's message", () => {
    const line = workerdLine({
      timestamp: at,
      level: 'warn',
      message: 'campaign=01abc a tick failed',
    })
    expect(line).toBe('2026-11-18T00:00:00.000Z warn campaign=01abc a tick failed\n')
  })

  test('says only that a name does not resolve', () => {
    const message = `e = ffi.rs:176: failed: getaddrinfo(): DNS lookup failed. host = no.invalid; service = (none); failed to lookup address information: Name or service not known${STACK}`
    expect(workerdLine({ timestamp: at, level: 'error', message })).toBe(
      '2026-11-18T00:00:00.000Z info no.invalid does not resolve (failed to lookup address information: Name or service not known)\n',
    )
  })

  test("has no addresses of the binary's code", () => {
    const message = `e = workerd/util/sqlite.c++:1716: failed: SQLite failed; database or disk is full: SQLITE_FULL${STACK}`
    const line = workerdLine({ timestamp: at, level: 'error', message })
    expect(line).toMatch(LINE)
    expect(line).toContain('database or disk is full: SQLITE_FULL')
    expect(line).not.toContain('workerd@')
  })

  test('is one line, whatever it contains', () => {
    expect(workerdLine({ timestamp: at, level: 'log', message: 'a\r\nb\n\n  at c' })).toMatch(LINE)
    expect(hostLine('error', 'the Worker could not start', new Error('x\ny'))).toMatch(LINE)
  })
})
