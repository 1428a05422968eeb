#!/usr/bin/env node
import { createClient } from '../client/client.js'
import { parseArguments } from './args.js'
import { COMMANDS, findCommand, findGeneralHelp, moveCommandFirst } from './commands.js'
import { findDeployment } from './deployment.js'
import { errorJson, errorText, EXIT, Interrupted, UsageError } from './errors.js'
import { COMMON_OPTIONS, commandHelp, generalHelp, usage } from './help.js'
import { retryingFetch } from './retrying-fetch.js'
import { openTerminal, stripControlsByLine } from './terminal.js'
/** @import { Args } from './args.js' */
/** @import { Command, Context } from './command.js' */
/** @import { Terminal } from './terminal.js' */

/** Includes all attempts, and the pauses the server asks for between them. */
const TIMEOUT_MS = 180_000

// Plain JavaScript: Node does not strip types below node_modules, where `npx` finds this file.
process.exitCode = await main(process.argv.slice(2), openTerminal(process))

/**
 * @param {string[]} argv
 * @param {Terminal} terminal
 * @returns {Promise<number>}  the exit code
 */
async function main(argv, terminal) {
  try {
    return await dispatch(moveCommandFirst(argv), terminal)
  } catch (error) {
    if (isInterrupted(error, terminal)) return EXIT.interrupted
    terminal.note(argv.includes('--json') ? errorJson(error) : errorText(error))
    return error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}

/**
 * Ctrl-C arrives as a signal, or as an AbortError while a prompt reads the keyboard.
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
async function dispatch(words, terminal) {
  if (words.length === 0) {
    terminal.note(generalHelp(COMMANDS))
    return EXIT.usage
  }
  const help = findGeneralHelp(words)
  if (help !== undefined) return printHelp(help, terminal)
  const { name, command, rest } = findCommand(words)
  const args = parse(rest, name, command)
  if (args.flag('help')) return printHelp(commandHelp(name, command), terminal)
  return (await command.run(createContext(args, terminal))) ?? EXIT.ok
}

/**
 * @param {string} text
 * @param {Terminal} terminal
 */
function printHelp(text, terminal) {
  terminal.print(text)
  return EXIT.ok
}

/**
 * @param {string[]} words
 * @param {string} name
 * @param {Command} command
 */
function parse(words, name, command) {
  try {
    return parseArguments(words, command, { ...command.options, ...COMMON_OPTIONS })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n${usage(name, command)}`, { cause: error })
  }
}

/**
 * @param {Args} args
 * @param {Terminal} terminal
 * @returns {Context}
 */
function createContext(args, terminal) {
  const { url, key } = findDeployment(args, terminal.env)
  const { pause, now, print } = terminal
  const client = createClient({
    url,
    key: () => key,
    timeoutMs: TIMEOUT_MS,
    fetch: retryingFetch({ fetch, pause, now }),
  })
  const output = args.flag('json')
    ? (/** @type {unknown} */ data) => print(JSON.stringify(data))
    : (/** @type {unknown} */ _data, /** @type {() => string} */ text) =>
        print(stripControlsByLine(text()))
  return { client, terminal, args, output }
}
