/** @import { Options } from './command.js' */

/** @type {Options} */
export const AS_OF = {
  'as-of': { kind: 'number', value: 'SEQ', help: 'as it was after that record of its log' },
}
