import { siteOf } from '../url/registrable-domain.ts'

/** Lists that are cut into parts often name the first part as what all of them are. */
const PART_OF_A_LIST = /[?&/](?:p|page|paged|pg|start|offset|skip|seite)[=/-]?\d+/i
const INDEX_FILE = /^(?:index|default)\.\w+$/i

/**
 * The address under which a page wants to be known, unless it is likely a mistake. Templates name
 * the home page on every page, or the first part of a list on all parts: so it has to be of the
 * same site, and what it ends in has to be in the page's own path.
 */
export function believable(canonical: string | undefined, url: string): string | undefined {
  if (canonical === undefined || canonical === url) return undefined
  const [page, named] = [new URL(url), new URL(canonical)]
  if (siteOf(page.hostname) !== siteOf(named.hostname)) return undefined
  if (PART_OF_A_LIST.test(url) && !PART_OF_A_LIST.test(canonical)) return undefined
  return endsWithin(segmentsOf(named), segmentsOf(page)) ? canonical : undefined
}

/** Whether the last of the segments is among the others; a root is only itself. */
function endsWithin(segments: readonly string[], others: readonly string[]): boolean {
  const last = segments.at(-1)
  return last === undefined ? others.length === 0 : others.includes(last)
}

/** Without the file that stands for its folder. */
function segmentsOf({ pathname }: URL): string[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return INDEX_FILE.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}
