/** @import { ApiClient } from '../client/client.js' */
/** @import { Given } from './given.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * @typedef {object} Option
 * @property {'text' | 'texts' | 'number' | 'flag'} kind  `texts` may be given again and again
 * @property {string} help
 * @property {string} [value]  what the help calls its value
 * @property {string} [short]
 *
 * @typedef {Record<string, Option>} Options
 */

/**
 * What a command works with.
 *
 * @typedef {object} World
 * @property {ApiClient} client
 * @property {Terminal} terminal
 * @property {Given} given
 * @property {(data: unknown, text: () => string) => void} show  the one or the other, by `--json`
 */

/**
 * @typedef {object} Command
 * @property {string} summary
 * @property {string} [about]  more, for its own help
 * @property {string[]} [takes]  its arguments: `ID`, `[ID]` if it may be left out, `URL...` for many
 * @property {Options} [options]
 * @property {(world: World) => Promise<number | void>} run  the exit code; 0 unless it says so
 */

/**
 * Only checks the type.
 *
 * @param {Command} described
 */
export const command = (described) => described
