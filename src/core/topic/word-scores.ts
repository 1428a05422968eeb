import type { Scorer } from './scorer.ts'

/** What the words of a URL promise of its page, as those around a link do. */
export function scoreUrl(scorer: Scorer, url: string): number {
  return scorer.scoreLink([urlWords(url)])
}

export function scoreTitle(scorer: Scorer, title: string): number {
  return scorer.scorePage(title)
}

/** A URL's words with spaces between them; what is not valid UTF-8 stays percent-encoded. */
export function urlWords(url: string): string {
  return decoded(url).replaceAll(BETWEEN_WORDS, ' ')
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
