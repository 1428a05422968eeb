import { documentBase } from './document-base.ts'
import { readHtml } from '../../standards/html/tree-builder.ts'
import type { Refresh } from './meta-refresh.ts'
import {
  canonicalUrl,
  description,
  feedUrls,
  namedMetas,
  pageRefresh,
  type NamedMeta,
} from './page-facts.ts'
import { resolveLinks, type PageLink } from './page-links.ts'
import { PageReader } from './page-reader.ts'
import { sliceWhole } from './page-text.ts'

export interface ParsedPage {
  title: string
  /** Of its `<meta name=description>`. */
  description: string
  /**
   * What a reader sees, white space collapsed, with the title in front: it is on topic too. What
   * belongs to the site more than to the page, such as its navigation, is left out.
   */
  text: string
  links: PageLink[]
  /** As its `lang` says: a BCP 47 tag, if the author got it right. */
  language: string | undefined
  /** In normal form. */
  canonical: string | undefined
  /** `url` in normal form, undefined where the page reloads itself or goes out of the web. */
  refresh: Refresh | undefined
  feeds: string[]
  metas: NamedMeta[]
}

/** An unclosed `<title>` holds the whole page. */
const MAX_TITLE_CHARS = 500

/** One pass over the page, as the HTML standard has it read. Never throws. */
export function parsePage(html: string, url: string): ParsedPage {
  const page = new PageReader()
  const elements = readHtml(html, page)
  const base = documentBase(elements, url)
  const title = sliceWhole(page.title.toString(), 0, MAX_TITLE_CHARS)
  const text = page.text.toString()
  const placeOf = page.placeOf.bind(page)
  const metas = namedMetas(elements)
  return {
    title,
    description: description(metas),
    text: `${title} ${page.boilerplate.rest()}`.trim(),
    links: resolveLinks(elements, { url, base, text, placeOf }),
    language: page.language?.trim() || undefined,
    canonical: canonicalUrl(elements, base),
    refresh: pageRefresh(elements, base),
    feeds: feedUrls(elements, base),
    metas,
  }
}
