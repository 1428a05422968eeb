import { addSkips, countSkips } from '../../core/campaign/skip-reasons.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'
import { decodeBody } from '../../standards/charset/charset.ts'
import type { Fetched } from '../fetch.ts'
import { believable } from '../page/canonical.ts'
import { parsePage, type ParsedPage } from '../page/parse.ts'
import { robotsTags } from '../robots/robots-tags.ts'
import type { Bar } from './bar.ts'

interface PageContext {
  url: string
  userAgent: string
  now: number
  bar: Bar
}

/** What is there to read on a page that came. */
export function readPage(
  { status, headers, bytes }: Extract<Fetched, { kind: 'html' }>,
  { url, userAgent, now, bar }: PageContext,
): FetchAnswer {
  const page = parsePage(decodeBody(bytes, headers.get('content-type')), url)
  const onward = sentOnTo(page, url)
  if (onward !== undefined) return { kind: 'redirect', status, to: onward }
  const tagLines = headers.get('x-robots-tag')
  const tags = robotsTags(tagLines === null ? [] : [tagLines], page.metas, userAgent, now)
  const links = tags.nofollow ? [] : page.links.filter((link) => bar.letsIn(link.url))
  const skips = {}
  addSkips(skips, bar.skips)
  if (tags.nofollow) countSkips(skips, 'nofollow', page.links.length)
  const { title, text, language, feeds } = page
  const { noindex } = tags
  const canonical = believable(page.canonical, url)
  return { kind: 'page', status, title, text, links, skips, language, noindex, canonical, feeds }
}

/** What sends its reader on before he could read more, if there is no more. */
const SHORT_CHARACTERS = 500

/**
 * Where a page leads that is a redirect in all but name. One that has something to say is read: it
 * may send on only those without scripts.
 */
function sentOnTo({ refresh, text }: ParsedPage, url: string): string | undefined {
  const isRedirect = refresh?.seconds === 0 && refresh.url !== url && text.length < SHORT_CHARACTERS
  return isRedirect ? refresh.url : undefined
}
