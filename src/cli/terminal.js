import { setTimeout as pause } from 'node:timers/promises'
import { EXIT } from './errors.js'

/** @typedef {ReturnType<typeof openTerminal>} Terminal */

/** Control characters, and those that reverse the direction of text. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/**
 * The parts of the process that commands use.
 *
 * @param {NodeJS.Process} process
 */
export function openTerminal(process) {
  const { stdin, stdout, stderr, env } = process
  const interrupted = new AbortController()
  // Once: a second Ctrl-C kills a command that ignores the first.
  process.once('SIGINT', () => interrupted.abort())
  stdout.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    // The reader has seen enough, as in `dowser pages ID | head`.
    if (code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`dowser: Cannot write to standard output: ${message}.\n`)
    process.exit(EXIT.failed)
  })
  return {
    stdin,
    stdout,
    stderr,
    env,
    /** Lines that go to no screen are not cut. */
    columns: stdout.isTTY ? stdout.columns : Infinity,
    now: () => Date.now(),
    signal: interrupted.signal,
    /** @param {number} ms */
    pause: (ms) => pause(ms, undefined, { signal: interrupted.signal }),
    /** @param {string} text */
    print: (text) => void stdout.write(`${text}\n`),
    /** @param {string} text  for people, on standard error */
    note: (text) => void stderr.write(`${stripControlsByLine(text)}\n`),
  }
}

/**
 * Keeps names and titles, which come from the web, from controlling the terminal.
 *
 * @param {string} line
 */
export const stripControls = (line) => line.replaceAll(CONTROLS, ' ')

/** @param {string} text */
export const stripControlsByLine = (text) => text.split('\n').map(stripControls).join('\n')
