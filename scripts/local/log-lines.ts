import { writeSync } from 'node:fs'
import { logLine, toOneLine } from '../../src/lib/log-line.ts'

type Level = 'info' | 'warn' | 'error'

interface WorkerdLog {
  timestamp: number
  level: string
  message: string
}

/** workerd reports its own failures with addresses of its binary and references for Cloudflare. */
const INTERNALS = /\nstack: .*|; sentryErrorContext = [^;\n]*/gs
const UNRESOLVED = /DNS lookup failed\. host = ([^;]+);.*?; ([^;\n]+)\n/s

/** What the Worker or workerd said, as a line of the log. */
export function workerdLine({ timestamp, level, message }: WorkerdLog): string {
  const unresolved = UNRESOLVED.exec(message)
  if (unresolved !== null) {
    const [, host, reason] = unresolved
    return line(timestamp, 'info', `${host} does not resolve (${reason})`)
  }
  return line(timestamp, level, message.replace(INTERNALS, ''))
}

/** What the local run itself says. */
export function hostLine(level: Level, message: string, error?: unknown): string {
  return line(Date.now(), level, logLine(message, { error }))
}

/** Never fails: on a full disk the log has to do without the line. */
export function writeLine(text: string): void {
  try {
    writeSync(process.stdout.fd, text)
  } catch {
    // The supervisor tells of the disk.
  }
}

function line(at: number, level: string, message: string): string {
  return `${new Date(at).toISOString()} ${level === 'log' ? 'info' : level} ${toOneLine(message)}\n`
}
