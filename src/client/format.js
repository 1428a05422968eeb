const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const hundredths = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const short = new Intl.NumberFormat('en', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})

const money = /** @type {const} */ ({ style: 'currency', currency: 'USD' })
const largeAmount = new Intl.NumberFormat('en', money)
const smallAmount = new Intl.NumberFormat('en', { ...money, maximumFractionDigits: 4 })

/** Stands in for a figure that is unknown or has no meaning yet. */
export const NOTHING = '–'

/** @param {number} value */
export const count = (value) => whole.format(value)

/**
 * "1 host", "5 hosts".
 *
 * @param {number} value
 * @param {string} noun
 */
export const counted = (value, noun) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/** @param {number} value */
export const score = (value) => hundredths.format(value)

/**
 * Amounts below a dollar are given to a hundredth of a cent.
 *
 * @param {number} value
 */
export const dollars = (value) => (value < 1 ? smallAmount : largeAmount).format(value)

/**
 * @param {number} part
 * @param {number} of
 */
export const percent = (part, of) => (of === 0 ? NOTHING : `${whole.format((100 * part) / of)}%`)

/** @param {number} value */
export function bytes(value) {
  if (value < 1000) return `${whole.format(value)} B`
  if (value < 1e6) return `${short.format(value / 1e3)} kB`
  if (value < 1e9) return `${short.format(value / 1e6)} MB`
  return `${short.format(value / 1e9)} GB`
}

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/**
 * Clocks differ a little, so a time in the near future is "now" too.
 *
 * @param {string} iso
 * @param {number} now
 */
export function ago(iso, now) {
  const elapsedMs = now - Date.parse(iso)
  return elapsedMs < 1500 ? 'now' : `${duration(elapsedMs)} ago`
}

/** @param {string} iso */
export const moment = (iso) =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * Host and path, without the scheme and "www.". A long URL loses its middle, because pages differ at
 * the end of their path.
 *
 * @param {string} url
 * @param {number} maxLength
 */
export function shortUrl(url, maxLength = 56) {
  const bare = readable(url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''))
  if (bare.length <= maxLength) return bare
  const head = Math.ceil(maxLength * 0.4)
  return `${bare.slice(0, head)}…${bare.slice(head + 1 - maxLength)}`
}

/** @param {string} url */
function readable(url) {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
