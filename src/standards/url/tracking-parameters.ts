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
export function withoutTracking(query: string): string {
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
