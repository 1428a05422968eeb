import { count } from './format.js'
import { OUTCOME_LABELS } from './outcome-labels.js'
/** @import { ApiSchema } from './calls.ts' */

/**
 * @typedef {ApiSchema<'Campaign'>} Campaign
 * @typedef {Campaign['status']} Status
 * @typedef {ApiSchema<'Page'>} Page
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
  limits_reached: 'Every page left is on a host or site that has reached its fetch limit.',
  side_budget_spent: 'All requests the budget allows for robots.txt and sitemaps are spent.',
  user: 'On request.',
  repeated_faults: 'Several steps in a row failed because of an internal fault.',
  unreadable: 'Its log cannot be read; another attempt is made every ten minutes.',
}

/**
 * The word after each count of fetches by result. Together the counts are all fetches of a campaign.
 *
 * @satisfies {Partial<Record<keyof Campaign['progress'], string>>}
 */
export const FETCH_WORDS = /** @type {const} */ ({
  pages: 'read',
  duplicates: 'duplicates',
  otherLanguage: 'in another language',
  redirected: 'redirected',
  failed: 'failed',
  retried: 'retried',
  busy: 'deferred by a busy host',
  interrupted: 'interrupted',
  notModified: 'not modified',
})

/**
 * How many fetches yielded no page, and a text that breaks them down. It always names failures, even
 * if there were none, because people look for them.
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
 * A status that only a newer server knows is shown as it came.
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
  return OUTCOME_LABELS[outcome] ?? sentence(outcome)
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
