/**
 * What the URL fragment asks for: `#/c/<id>` is a campaign, `#key=<key>` a key to store,
 * `#key=<key>&c=<id>` both; anything else means the default campaign.
 *
 * @typedef {{ key: string | null, campaign: string | null }} Route
 */

/**
 * @param {string} fragment
 * @returns {Route}
 */
export function readRoute(fragment) {
  const path = /^#\/c\/([^/?&]+)$/.exec(fragment)
  if (path) return { key: null, campaign: decode(path[1] ?? '') }
  // URLSearchParams would turn a "+" in the key into a space.
  const fields = new URLSearchParams(fragment.slice(1).replaceAll('+', '%2B'))
  return { key: fields.get('key'), campaign: fields.get('c') }
}

/** @param {string | null} campaign */
export const routeTo = (campaign) =>
  campaign === null ? '#/' : `#/c/${encodeURIComponent(campaign)}`

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
