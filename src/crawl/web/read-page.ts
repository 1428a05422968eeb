import { addSkips, countSkips } from '../../core/campaign/skip-reasons.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'
import { decodeBody } from '../../standards/charset/charset.ts'
import type { PageResponse } from './get-page.ts'
import { acceptCanonical } from '../page/canonical.ts'
import { parsePage, type ParsedPage } from '../page/parse-page.ts'
import { robotsTags } from '../page/robots-tags.ts'
import type { AccessFilter } from './access-filter.ts'

interface ReadContext {
  url: string
  userAgent: string
  now: number
  accessFilter: AccessFilter
  withTagPaths: boolean
}

/** Reads an HTML response: the page, or where it redirects to. */
export function readPage(
  { status, headers, bytes }: Extract<PageResponse, { kind: 'html' }>,
  { url, userAgent, now, accessFilter, withTagPaths }: ReadContext,
): FetchAnswer {
  const page = parsePage(decodeBody(bytes, headers.get('content-type')), url, withTagPaths)
  const target = refreshTarget(page, url)
  if (target !== undefined) return { kind: 'redirect', status, to: target }
  const tagLines = headers.get('x-robots-tag')
  const tags = robotsTags(tagLines === null ? [] : [tagLines], page.metas, userAgent, now)
  const links = tags.nofollow ? [] : page.links.filter((link) => accessFilter.accepts(link.url))
  const skips = {}
  addSkips(skips, accessFilter.skips)
  if (tags.nofollow) countSkips(skips, 'nofollow', page.links.length)
  const { title, text, language, feeds } = page
  const { noindex } = tags
  const canonical = acceptCanonical(page.canonical, url)
  return { kind: 'page', status, title, text, links, skips, language, noindex, canonical, feeds }
}

/** A page with less text than this has nothing to say but its redirect. */
const MIN_CHARACTERS = 500

/**
 * The target of a page whose immediate refresh makes it a redirect. A page with text is read all the
 * same: it may redirect only readers without scripts.
 */
function refreshTarget({ refresh, text }: ParsedPage, url: string): string | undefined {
  const isRedirect = refresh?.seconds === 0 && refresh.url !== url && text.length < MIN_CHARACTERS
  return isRedirect ? refresh.url : undefined
}
