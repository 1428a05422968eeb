/** Longer URLs are traps far more often than pages, and every URL found is kept in the log. */
const MAX_URL_CHARS = 2_000

/** The dot of the root zone: `example.com.` is `example.com`. */
const ROOT_DOT = /(?<=[^.])\.(?=:|$)/

/** An escape, a query, or a dot that may be the root's: most URLs have none of them. */
const TO_NORMALISE = /[%?]|\.[:/]/

/**
 * The normal form of an http(s) URL: a node's identity, and what is fetched. Undefined for anything
 * that a crawler must not fetch.
 *
 * The WHATWG parser normalises case and IDNA of the host, default port and dot segments. Beyond that,
 * only what cannot change the page is removed or unified: fragment, empty query, root dot, spelling
 * of escapes, tracking parameters. Left alone, since it may lead to another page: order of the query,
 * trailing and double slashes, `www.`, http, directory indexes, session parameters, case of the path.
 */
export function normaliseUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base)
  if (url === undefined) return undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const normal = normalHref(url)
  return normal.length > MAX_URL_CHARS ? undefined : normal
}

/** Resolves a reference as a browser does, whatever its scheme; undefined where it is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The origin of a URL in normal form, which always has a slash after `https://…`. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', 'https://'.length))
}

/** Path and query of a URL in normal form: what robots.txt rules match. */
export function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

function normalHref(url: URL): string {
  const href = withoutFragment(url.href)
  if (!TO_NORMALISE.test(href)) return href
  const host = url.host.replace(ROOT_DOT, '')
  const query = withoutTracking(normaliseEscapes(url.search))
  return `${url.protocol}//${host}${normaliseEscapes(url.pathname)}${query}`
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#')
  return hash === -1 ? href : href.slice(0, hash)
}

const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/
const ESCAPE = /%[0-9A-Fa-f]{2}/g
const UNRESERVED = /[A-Za-z0-9\-._~]/

/**
 * One spelling for what RFC 3986 calls equivalent: escapes in upper case (§6.2.2.1), unreserved
 * characters unescaped (§6.2.2.2). Text with a stray percent sign is left as it is: servers differ
 * about it, and `%%361` must not become the escape `%61`.
 */
function normaliseEscapes(text: string): string {
  if (!text.includes('%') || STRAY_PERCENT.test(text)) return text
  return text.replace(ESCAPE, normaliseEscape)
}

function normaliseEscape(escape: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return UNRESERVED.test(char) ? char : escape.toUpperCase()
}

/**
 * Parameters that say where a reader came from and never what to show. Each is one product's own
 * name. A word that a site may also use for its content or sessions (`ref`, `source`, `campaign`,
 * `sid`, `spm`) is not listed: a page known twice costs a fetch, two pages known as one cost a page.
 */
const TRACKING: ReadonlySet<string> = new Set(
  [
    // Google: Ads, Campaign Manager, Merchant Center, Analytics across domains.
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl',
    // Meta, Microsoft, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit, Yandex, Quora.
    'fbclid igshid igsh msclkid twclid ttclid li_fat_id epik sccid rdt_cid',
    'yclid ysclid _openstat qclid',
    // Mailchimp, HubSpot, Marketo, Klaviyo, Vero, Omeda, Drip, MailerLite, dotdigital, Wicked.
    'mc_cid mc_eid _hsenc _hsmi __hstc __hssc __hsfp hsctatracking mkt_tok _kx vero_id vero_conv',
    'oly_enc_id oly_anon_id __s ml_subscriber ml_subscriber_hash dm_i wickedid',
    'hsa_acc hsa_cam hsa_grp hsa_ad hsa_src hsa_tgt hsa_kw hsa_mt hsa_net hsa_ver hsa_la hsa_ol',
    // Matomo, once Piwik.
    'mtm_campaign mtm_keyword mtm_kwd mtm_source mtm_medium mtm_content mtm_cid mtm_group',
    'mtm_placement pk_campaign pk_keyword pk_kwd pk_source pk_medium pk_content pk_cid',
    // Adobe Advertising, Impact, Branch, AT Internet.
    's_kwcid ef_id irclickid irgwc _branch_match_id xtor',
  ].flatMap((names) => names.split(' ')),
)

/** Campaign tags of Google Analytics and its imitators, but not the coordinates of maps. */
const UTM = /^utm_(?!zone|band|east|north|[xyen]$)/

/** A query without its tracking parameters; the others keep their bytes and order. */
function withoutTracking(query: string): string {
  if (query === '') return ''
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => !isTracking(pair))
    .join('&')
  return kept === '' ? '' : `?${kept}`
}

function isTracking(pair: string): boolean {
  // Some servers take a semicolon for an ampersand: what follows may be anything.
  if (pair.includes(';')) return false
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase()
  return TRACKING.has(name) || UTM.test(name)
}
