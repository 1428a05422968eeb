import { count } from './format.js'
/** @import { Schema } from './calls.ts' */

/**
 * @typedef {Schema<'Campaign'>} Campaign
 * @typedef {Campaign['status']} Status
 * @typedef {Schema<'Page'>} Page
 */

/** @type {Record<Status, string>} */
const STATUS = {
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** @type {Record<NonNullable<Campaign['statusReason']>, string>} */
const REASON = {
  budget_exhausted: 'The whole budget is spent.',
  frontier_empty: 'No known page is left to fetch.',
  limits_reached: 'All that is left is on hosts or sites that have had their limit of fetches.',
  side_budget_spent: 'All requests for robots.txt and sitemaps that the budget allows are spent.',
  user: 'On request.',
  repeated_faults: 'Several steps in a row failed on our side.',
  unreadable: 'Its log cannot be read; it is tried again every ten minutes.',
}

/** @type {Record<string, string>} */
const OUTCOME = {
  ok: 'OK',
  redirect: 'Redirect',
  timeout: 'Too slow',
  unreachable: 'Unreachable',
  closed_early: 'Cut off',
  too_large: 'Too large',
  not_html: 'Not HTML',
  interrupted: 'Interrupted',
  disallowed: 'Disallowed',
  fault: 'Our fault',
}

/**
 * What fetches come to, after the number of them; together they are all fetches there were.
 *
 * @satisfies {Partial<Record<keyof Campaign['progress'], string>>}
 */
export const FETCH_WORDS = /** @type {const} */ ({
  pages: 'read',
  duplicates: 'duplicates',
  otherLanguage: 'in another language',
  redirected: 'redirected',
  failed: 'failed',
  retried: 'tried again',
  busy: 'put off by a busy host',
  interrupted: 'interrupted',
})

/**
 * The fetches that brought no page to read, and what they came to: failures in any case, for
 * whoever looks for them.
 *
 * @param {Campaign['progress']} progress
 */
export function otherFetches({ fetched, pages, ...progress }) {
  const { pages: _, ...words } = FETCH_WORDS
  const parts = Object.entries(words).map(([name, word]) => ({
    name,
    word,
    fetches: progress[/** @type {keyof typeof words} */ (name)],
  }))
  const text = parts
    .filter(({ name, fetches }) => name === 'failed' || fetches > 0)
    .map(({ word, fetches }) => `${count(fetches)} ${word}`)
    .join(', ')
  return { fetches: fetched - pages, text }
}

/**
 * A status of a newer server is shown as it came.
 *
 * @param {Status} status
 */
export const statusWord = (status) => STATUS[status] ?? sentence(status)

/** @param {Pick<Campaign, 'statusReason'>} campaign */
export function reasonWords({ statusReason }) {
  return statusReason === null ? '' : (REASON[statusReason] ?? `${sentence(statusReason)}.`)
}

/** @param {Page} page */
export function outcomeWord({ outcome, httpStatus }) {
  if (outcome === 'http_error') return httpStatus === null ? 'HTTP error' : `HTTP ${httpStatus}`
  return OUTCOME[outcome] ?? sentence(outcome)
}

/** @param {Page} page */
export function outcomeTone({ outcome }) {
  if (outcome === 'ok') return 'calm'
  return outcome === 'redirect' ? 'faint' : 'bad'
}

/** @param {string} code */
function sentence(code) {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
