import { Tokenizer } from 'htmlparser2'
import type { Link } from '../core/campaign/source.ts'
import { PageReader, type RawLink } from './page-reader.ts'
import { sliceWhole } from './page-text.ts'
import { normaliseUrl } from './url.ts'

export interface ParsedPage {
  title: string
  /** What a reader sees, white space collapsed, with the title in front: it is on topic too. */
  text: string
  links: Link[]
}

/** An unclosed `<title>` holds the whole page. */
const MAX_TITLE_CHARS = 500
const MAX_ANCHOR_CHARS = 200
/** On each side of the anchor: about eight words. */
const WINDOW_CHARS = 50

/**
 * One pass over the page's tokens. htmlparser2's `Parser` keeps a stack that it searches and
 * shifts, which is quadratic in the depth of a page (80,000 nested tags took 8 s).
 */
export function parsePage(html: string, url: string): ParsedPage {
  const page = new PageReader(html)
  const tokenizer = new Tokenizer({}, page)
  tokenizer.write(html)
  tokenizer.end()
  const title = sliceWhole(page.title.toString(), 0, MAX_TITLE_CHARS)
  const body = page.text.toString()
  return { title, text: `${title} ${body}`.trim(), links: resolveLinks(page, body, url) }
}

/** At the end, because a `<base>` also holds for the links before it. */
function resolveLinks(page: PageReader, body: string, url: string): Link[] {
  const self = normaliseUrl(url)
  const base = page.baseHref === undefined ? url : (normaliseUrl(page.baseHref, url) ?? url)
  const links: Link[] = []
  for (const raw of page.links) {
    const target = normaliseUrl(raw.href, base)
    if (target === undefined || target === self) continue
    links.push({ url: target, ...wordsOf(raw, body) })
  }
  return links
}

function wordsOf({ start, end, alt }: RawLink, body: string): { anchor: string; window: string } {
  // An anchor that was never closed would make the whole page its window.
  const close = Math.min(end, start + MAX_ANCHOR_CHARS)
  const anchor =
    alt === undefined ? sliceWhole(body, start, close) : sliceWhole(alt, 0, MAX_ANCHOR_CHARS)
  const window = sliceWhole(body, Math.max(0, start - WINDOW_CHARS), close + WINDOW_CHARS)
  return { anchor: anchor.trim(), window: window.trim() }
}
