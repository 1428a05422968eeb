/** Paginated lists often name their first page as canonical for all. */
const PART_OF_A_LIST = /[?&/](?:p|page|paged|pg|start|offset|skip|seite)[=/-]?\d+/i
const INDEX_FILE = /^(?:index|default)\.\w+$/i
/** The last segment of another form of the same page. */
const OTHER_FORM = /^(?:amp|print|printable|mobile)$/i

/**
 * The canonical URL of a page, unless it may be another page: templates name the home page on every
 * page, or the first page of a list on all of them, and on a shared host one page must not hide
 * another's. Accepted are the same path, or one within the page's folder that ends alike, without
 * new parameters. Any other canonical URL is fetched too, and its text shows whether it is the same.
 */
export function acceptCanonical(canonical: string | undefined, url: string): string | undefined {
  if (canonical === undefined || canonical === url) return undefined
  const [page, named] = [new URL(url), new URL(canonical)]
  if (serverOf(page) !== serverOf(named) || bringsParameters(named, page)) return undefined
  if (PART_OF_A_LIST.test(url) && !PART_OF_A_LIST.test(canonical)) return undefined
  const [here, there] = [segmentsOf(page), segmentsOf(named)]
  return isSamePath(here, there) || isWithin(here, there) ? canonical : undefined
}

/** The same for http and https, with `www.` or without. Another port may be another's server. */
function serverOf({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}`
}

/** `?user=bob` is no other URL of `?user=alice`. */
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

/** Whether the path is below the page's own folder, which is not the root, and ends alike. */
function isWithin(here: readonly string[], there: readonly string[]): boolean {
  const folder = here.slice(0, -1)
  if (folder.length === 0 || there.length <= here.length) return false
  return folder.every((segment, i) => there[i] === segment) && there.at(-1) === here.at(-1)
}

/** The path's segments, without an index file. */
function segmentsOf({ pathname }: URL): string[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return INDEX_FILE.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}
