import { bodyOf } from './errors.js'
/** @import { ApiRequest, Method, PathOf, ResponseBody } from '../client/calls.ts' */
/** @import { ApiClient } from '../client/client.js' */
/** @import { Args } from './args.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * @typedef {object} Option
 * @property {'text' | 'texts' | 'number' | 'flag'} kind  `texts` may be repeated
 * @property {string} help
 * @property {string} [value]  the placeholder of its value in the help
 * @property {string} [short]
 *
 * @typedef {Record<string, Option>} Options
 */

/**
 * Everything a command works with.
 *
 * @typedef {object} Context
 * @property {ApiClient} client
 * @property {Terminal} terminal
 * @property {Args} args
 * @property {(data: unknown, text: () => string) => void} output  prints the data if `--json` was
 *   given, else the text
 */

/**
 * @typedef {object} Command
 * @property {string} summary
 * @property {string} [description]  more, for the command's own help
 * @property {string[]} [positionals]  `ID`, `[ID]` if it is optional, `URL...` for one or more
 * @property {Options} [options]
 * @property {(context: Context) => Promise<number | void>} run  returns the exit code; none means 0
 */

/**
 * Checks the type, and nothing else.
 *
 * @param {Command} command
 */
export const defineCommand = (command) => command

/**
 * Calls the API and returns the body of a successful response; throws on any other result.
 *
 * @template {Method} M
 * @template {PathOf<M>} P
 * @param {Context} context
 * @param {M} method
 * @param {P} path
 * @param {ApiRequest<M, P>} request
 * @returns {Promise<ResponseBody<M, P>>}
 */
export const callApi = ({ client, terminal }, method, path, request) =>
  bodyOf(client.call(method, path, { ...request, signal: terminal.signal }))

/** @type {Options} */
export const AS_OF = {
  'as-of': { kind: 'number', value: 'SEQ', help: 'as of this record of its log' },
}
