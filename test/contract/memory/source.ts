import type { FetchAnswer, Link, Source } from '../../../src/core/campaign/fetch/source.ts'

interface MemoryPage {
  title: string
  text: string
  links: string[]
}

/** Pages in a record: the smallest source there can be. It has no robots.txt and no pace. */
export function memorySource(
  pages: Record<string, MemoryPage>,
  now: () => number,
  sent: (url: string) => void,
): Source {
  return {
    async fetch({ url, limits }) {
      sent(url)
      const bodyBytes = pages[url]?.text.length ?? 0
      return {
        requestedAt: now(),
        durationMs: 0,
        bodyBytes,
        crawlDelayMs: undefined,
        contentSignals: undefined,
        sitemaps: [],
        sideRequests: 0,
        answer: bodyBytes > limits.bodyBytes ? TOO_LARGE : answerOf(pages[url]),
      }
    },
    siteOf: (url) => new URL(url).host,
  }
}

const TOO_LARGE: FetchAnswer = { kind: 'failed', reason: 'too_large', status: 200 }

function answerOf(page: MemoryPage | undefined): FetchAnswer {
  if (page === undefined) return { kind: 'failed', reason: 'http_error', status: 404 }
  const links = page.links.map((url): Link => ({ url, anchor: url, window: page.text, rel: [] }))
  return {
    kind: 'page',
    status: 200,
    title: page.title,
    text: page.text,
    links,
    skips: {},
    language: undefined,
    noindex: false,
    canonical: undefined,
    feeds: [],
  }
}
