/** Longer ones are traps far more often than pages, and every URL learnt is kept in the log. */
const MAX_URL_CHARS = 2_000

/** The dot of the root zone: `example.com.` is `example.com` to everyone but a byte comparison. */
const ROOT_DOT = /(?<=[^.])\.(?=:|$)/

/** An escape, a query, or a dot that may be the root's: most links have none of them. */
const TO_NORMALISE = /[%?]|\.[:/]/

/**
 * The normal form of an http(s) URL, which is a node's identity and what is asked for. Undefined
 * for anything a crawler has no business asking for.
 *
 * Beyond what the WHATWG parser does (case and IDNA of the host, default port, dot segments) only
 * that is done which cannot change the page: no fragment, no empty query, no root dot, one
 * spelling of escapes, no tracking parameters. Not done, since it may lead to another page or to
 * none: sorting the query, adding or taking trailing slashes, collapsing slashes, `www.`, https
 * for http, directory indexes, session parameters, the case of the path.
 */
export function normaliseUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base)
  if (url === undefined) return undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const normal = normalHref(url)
  return normal.length > MAX_URL_CHARS ? undefined : normal
}

/** What a browser makes of a reference, whatever its scheme; undefined where it is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Of a URL in normal form, where the first slash after `https://` always exists. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', 'https://'.length))
}

/** Path and query of a URL in normal form: what robots.txt rules speak about. */
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
 * One spelling for what RFC 3986 calls equivalent: escapes in upper case (§6.2.2.1), characters
 * that never needed one without it (§6.2.2.2). Text with a percent sign that escapes nothing is
 * left as it is: servers differ about it, and `%%361` must not become the escape `%61`.
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
 * Parameters that tell the owner of a page where its reader came from and never what to show.
 * Each is some product's own name for just that; a word that a site may also use for its content
 * or its sessions (`ref`, `source`, `campaign`, `sid`, `spm`) is not here, for a page known twice
 * is a fetch lost, and two pages known as one are a page lost.
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

/** Campaign tags of Google Analytics and all who imitate it, but not the coordinates of maps. */
const UTM = /^utm_(?!zone|band|east|north|[xyen]$)/

/** A query without its tracking parameters, the others byte for byte as they were and in order. */
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
