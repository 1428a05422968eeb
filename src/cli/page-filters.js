/** @import { Options } from './command.js' */
/** @import { Given } from './given.js' */

/** @type {Options} */
export const PAGE_FILTERS = {
  'min-score': { kind: 'number', value: 'S', help: 'pages with at least this score' },
  status: {
    kind: 'text',
    value: 'S',
    help: 'an outcome (ok), an HTTP status (404) or class (4xx)',
  },
  host: { kind: 'text', value: 'HOST', help: 'pages of this host' },
  since: { kind: 'text', value: 'TIME', help: 'pages asked for since, like 2026-11-16T09:30:00Z' },
}

/** @param {Given} given  with `PAGE_FILTERS` */
export function filterFrom(given) {
  return {
    minScore: given.number('min-score'),
    status: given.text('status'),
    host: given.text('host'),
    since: given.text('since'),
  }
}
