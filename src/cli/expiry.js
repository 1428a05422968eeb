import { UsageError } from './failures.js'

/** @type {Record<string, number>} */
const UNITS_MS = { h: 3_600_000, d: 86_400_000 }

/**
 * @param {string | undefined} text
 * @param {number} now
 */
export function expiryOf(text, now) {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now + Number(count) * (UNITS_MS[unit] ?? 0)
  if (Number.isNaN(at)) {
    throw new UsageError(`--expires must be like 12h, 90d or 2027-01-31T00:00:00Z, not "${text}".`)
  }
  return new Date(at).toISOString()
}
