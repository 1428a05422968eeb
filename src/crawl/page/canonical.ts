/** Lists that are cut into parts often name the first part as what all of them are. */
const PART_OF_A_LIST = /[?&/](?:p|page|paged|pg|start|offset|skip|seite)[=/-]?\d+/i
const INDEX_FILE = /^(?:index|default)\.\w+$/i
/** The last segment of the same page in another form. */
const OTHER_FORM = /^(?:amp|print|printable|mobile)$/i

/**
 * The address under which a page wants to be known, unless it may be another page. Templates name
 * the home page on every page, or the first part of a list on all parts; and on a host that many
 * share, a page must not hide its neighbour's. So it is believed of a page's own other addresses:
 * the same path, or one within its own folder that ends as it does; no parameter that it has not.
 * Anything else is fetched as well, and its text tells whether it is the same.
 */
export function believable(canonical: string | undefined, url: string): string | undefined {
  if (canonical === undefined || canonical === url) return undefined
  const [page, named] = [new URL(url), new URL(canonical)]
  if (serverOf(page) !== serverOf(named) || bringsParameters(named, page)) return undefined
  if (PART_OF_A_LIST.test(url) && !PART_OF_A_LIST.test(canonical)) return undefined
  const [here, there] = [segmentsOf(page), segmentsOf(named)]
  return isSamePath(here, there) || isWithin(here, there) ? canonical : undefined
}

/** Of http and https alike, with `www.` or without. Another port may be another's server. */
function serverOf({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}`
}

/** `?user=bob` is no other name of `?user=alice`. */
function bringsParameters(named: URL, page: URL): boolean {
  const own = new Set(pairsOf(page))
  return pairsOf(named).some((pair) => !own.has(pair))
}

function pairsOf({ search }: URL): string[] {
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
}

function isSamePath(here: readonly string[], there: readonly string[]): boolean {
  const plain = OTHER_FORM.test(here.at(-1) ?? '') ? here.slice(0, -1) : here
  return there.join('/') === plain.join('/') || there.join('/') === here.join('/')
}

/** Below the page's own folder, which is not the root, and ending as the page does. */
function isWithin(here: readonly string[], there: readonly string[]): boolean {
  const folder = here.slice(0, -1)
  if (folder.length === 0 || there.length <= here.length) return false
  return folder.every((segment, i) => there[i] === segment) && there.at(-1) === here.at(-1)
}

/** Without the file that stands for its folder. */
function segmentsOf({ pathname }: URL): string[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return INDEX_FILE.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}
