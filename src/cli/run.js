import { createClient } from '../client/client.js'
import { COMMANDS } from './commands.js'
import { deployment } from './deployment.js'
import { errorJson, errorText } from './error-text.js'
import { EXIT, Interrupted, UsageError } from './failures.js'
import { commandFirst, findCommand, generalAnswer } from './find-command.js'
import { readArguments } from './given.js'
import { COMMON_OPTIONS, commandHelp, generalHelp, usage } from './help.js'
import { plainLines } from './plain.js'
import { retryingFetch } from './retrying-fetch.js'
/** @import { Command, World } from './command.js' */
/** @import { Given } from './given.js' */
/** @import { Terminal } from './terminal.js' */

/** With all attempts, and what the server asks to wait in between. */
const TIMEOUT_MS = 180_000

/**
 * @param {string[]} argv
 * @param {Terminal} terminal
 * @returns {Promise<number>}  the exit code
 */
export async function run(argv, terminal) {
  try {
    return await obey(commandFirst(argv), terminal)
  } catch (error) {
    if (isInterrupted(error, terminal)) return EXIT.interrupted
    terminal.note(argv.includes('--json') ? errorJson(error) : errorText(error))
    return error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}

/**
 * Ctrl-C comes as a signal, or from whoever reads the keyboard.
 *
 * @param {unknown} error
 * @param {Terminal} terminal
 */
function isInterrupted(error, { signal }) {
  const isAborted = error instanceof Error && error.name === 'AbortError'
  return signal.aborted || isAborted || error instanceof Interrupted
}

/**
 * @param {string[]} words
 * @param {Terminal} terminal
 */
async function obey(words, terminal) {
  if (words.length === 0) {
    terminal.note(generalHelp(COMMANDS))
    return EXIT.usage
  }
  const answer = generalAnswer(words)
  if (answer !== undefined) return tell(answer, terminal)
  const { name, command, rest } = findCommand(words)
  const given = read(rest, name, command)
  if (given.flag('help')) return tell(commandHelp(name, command), terminal)
  return (await command.run(worldOf(given, terminal))) ?? EXIT.ok
}

/**
 * @param {string} text
 * @param {Terminal} terminal
 */
function tell(text, terminal) {
  terminal.print(text)
  return EXIT.ok
}

/**
 * @param {string[]} rest
 * @param {string} name
 * @param {Command} command
 */
function read(rest, name, command) {
  try {
    return readArguments(rest, command, { ...command.options, ...COMMON_OPTIONS })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n${usage(name, command)}`, { cause: error })
  }
}

/**
 * @param {Given} given
 * @param {Terminal} terminal
 * @returns {World}
 */
function worldOf(given, terminal) {
  const { url, key } = deployment(given, terminal.env)
  const { pause, now, print } = terminal
  const client = createClient({
    url,
    key: () => key,
    timeoutMs: TIMEOUT_MS,
    fetch: retryingFetch({ fetch, pause, now }),
  })
  const show = given.flag('json')
    ? (/** @type {unknown} */ data) => print(JSON.stringify(data))
    : (/** @type {unknown} */ _data, /** @type {() => string} */ text) => print(plainLines(text()))
  return { client, terminal, given, show }
}
