import { parsePage } from '../../../src/crawl/page/parse-page.ts'
import { robotsTags } from '../../../src/crawl/page/robots-tags.ts'
import type { Check } from '../area.ts'

interface TagsCase {
  html?: string
  headers?: string[]
  userAgent?: string
  noindex: boolean
  nofollow: boolean
  noarchive?: boolean
  rules?: Record<string, unknown>
}

export const check: Check = (vector) => {
  const { html = '', headers = [], userAgent = '', ...expected } = vector as unknown as TagsCase
  const { metas } = parsePage(html, 'http://site.test/')
  const found = robotsTags(headers, metas, userAgent, Date.now())
  return (
    found.noindex === expected.noindex &&
    found.nofollow === expected.nofollow &&
    found.noarchive === (expected.noarchive ?? found.noarchive) &&
    Object.keys(expected.rules ?? {}).every((rule) => found.rules.has(rule.toLowerCase()))
  )
}
