import { listedUrl, type ListedUrl } from './sitemap-entry.ts'

/** A longer line is no URL. In characters. */
const MAX_LINE_CHARS = 4_096

/** A sitemap that is a plain list: one whole URL a line, and nothing else (sitemaps.org). */
export class SitemapLines {
  readonly #emit: (listed: ListedUrl) => void
  #line = ''

  constructor(emit: (listed: ListedUrl) => void) {
    this.#emit = emit
  }

  write(chunk: string): boolean {
    for (const [i, piece] of chunk.split(/[\r\n]+/).entries()) {
      if (i > 0) this.end()
      if (this.#line.length <= MAX_LINE_CHARS) this.#line += piece
    }
    return true
  }

  end(): void {
    const line = this.#line.trim()
    this.#line = ''
    if (line.length <= MAX_LINE_CHARS && /^https?:/i.test(line)) this.#emit(listedUrl('page', line))
  }
}
