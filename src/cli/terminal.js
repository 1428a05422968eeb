import { setTimeout as pause } from 'node:timers/promises'
import { EXIT } from './failures.js'
import { plainLines } from './plain.js'

/** @typedef {ReturnType<typeof terminal>} Terminal */

/**
 * What the commands see of the process they run in.
 *
 * @param {NodeJS.Process} process
 */
export function terminal(process) {
  const { stdin, stdout, stderr, env } = process
  const interrupted = new AbortController()
  // Once: a second Ctrl-C ends whatever does not listen.
  process.once('SIGINT', () => interrupted.abort())
  stdout.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    // Whoever reads has had enough: `dowser pages ID | head`.
    if (code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`dowser: Standard output cannot be written: ${message}.\n`)
    process.exit(EXIT.failed)
  })
  return {
    stdin,
    stdout,
    stderr,
    env,
    /** Where there is no screen, lines are as long as they are. */
    columns: stdout.isTTY ? stdout.columns : Infinity,
    now: () => Date.now(),
    signal: interrupted.signal,
    /** @param {number} ms */
    pause: (ms) => pause(ms, undefined, { signal: interrupted.signal }),
    /** @param {string} text */
    print: (text) => void stdout.write(`${text}\n`),
    /** @param {string} text  for people, never part of the output */
    note: (text) => void stderr.write(`${plainLines(text)}\n`),
  }
}
