/** @import { Campaign, Page, Status } from './api.js' */

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
