import { isProductToken } from '../../../src/standards/robots/product-token.ts'
import { readLines } from '../../../src/standards/robots/robots-lines.ts'
import { canonicalPath } from '../../../src/standards/robots/robots-rules.ts'
import { robotsVerdict } from '../../../src/crawl/robots/fetch-robots.ts'
import {
  decodeRobots,
  robotsUrl,
  decidingRule,
  isAllowed,
  parseRobots,
  type RobotsRules,
} from '../../../src/standards/robots/robots.ts'
import { sitemapUrls } from '../../../src/standards/sitemap/read-sitemap.ts'
import { parseUrl, pathOf } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'
import { hoursOf, visitTimeIn } from '../readers/visit-time.ts'

interface RobotsCase {
  kind: string
  robotsTxt?: string
  robotsTxtBase64?: string
  robotsUrl?: string
  userAgent: string
  url: string
  value: string
  status: number
  expect: Record<string, unknown>
  requestRate: { requests: number; seconds: number; start: unknown; end: unknown } | null
  visitTime: { start: unknown; end: unknown } | null
  [field: string]: unknown
}

export const check: Check = (vector) => {
  const asked = vector as unknown as RobotsCase
  return CHECKS[asked.kind]?.(asked) ?? false
}

const CHECKS: Record<string, (asked: RobotsCase) => boolean> = {
  access: (asked) => isAllowed(rulesOf(asked), pathIn(asked)) === asked['allowed'],
  'crawl-delay': (asked) =>
    (rulesOf(asked).wishes.crawlDelaySeconds ?? null) === asked['crawlDelaySeconds'],
  sitemaps: (asked) => isSame(sitemapsOf(asked), asked['sitemaps']),
  status: ({ status, ...asked }) => robotsVerdict(status) === asked['rfc9309'],
  'request-rate': hasRate,
  'visit-time': hasVisitTime,
  'product-token': ({ userAgent, ...asked }) => isProductToken(userAgent) === asked['valid'],
  'match-path': (asked) => URL.canParse(asked.url) && pathIn(asked) === asked['path'],
  'escape-pattern': ({ value, ...asked }) => canonicalPath(value) === asked['escaped'],
  'robots-url': ({ url, ...asked }) => (robotsUrl(url) ?? null) === asked.robotsUrl,
  scope: (asked) => isCovered(asked) === asked['covered'],
  'matching-line': (asked) =>
    (decidingRule(rulesOf(asked), pathIn(asked))?.line ?? -1) === asked['line'],
  // The product does not read this record, so it never finds one.
  'host-record': (asked) => asked['host'] === null,
  'line-stats': hasStats,
  'line-class': hasLine,
}

const DIRECTIVES = ['user-agent', 'allow', 'disallow', 'sitemap']

function textOf({ robotsTxt = '', robotsTxtBase64 }: RobotsCase): string {
  const bytes =
    robotsTxtBase64 === undefined
      ? new TextEncoder().encode(robotsTxt)
      : Buffer.from(robotsTxtBase64, 'base64')
  return decodeRobots(bytes)
}

function rulesOf(asked: RobotsCase): RobotsRules {
  return parseRobots(textOf(asked), asked.userAgent)
}

/**
 * The path of the URL as it stands, not of its normal form, which lacks tracking parameters. Some
 * suites leave out the origin.
 */
function pathIn({ url }: RobotsCase): string {
  const href = parseUrl(url, 'http://site.test/')?.href ?? ''
  return pathOf(href.replace(/#.*/s, ''))
}

function sitemapsOf(asked: RobotsCase): string[] {
  const { sitemaps } = rulesOf({ ...asked, userAgent: '*' })
  return asked.robotsUrl === undefined ? [...sitemaps] : sitemapUrls(sitemaps, asked.robotsUrl)
}

function isCovered({ url, robotsUrl: file = '' }: RobotsCase): boolean {
  return robotsUrl(file) !== undefined && robotsUrl(file) === robotsUrl(url)
}

function hasRate(asked: RobotsCase): boolean {
  const { requestRate: found } = rulesOf(asked).wishes
  const { requestRate: expected } = asked
  if (found === undefined || expected === null) return found === undefined && expected === null
  const hours = hoursOf(found, textOf(asked), asked.userAgent)
  return (
    found.requests === expected.requests &&
    found.seconds === expected.seconds &&
    isClock(hours?.start, expected.start) &&
    isClock(hours?.end, expected.end)
  )
}

function hasVisitTime(asked: RobotsCase): boolean {
  const found = visitTimeIn(textOf(asked), asked.userAgent)
  return (
    isClock(found?.start, asked.visitTime?.start ?? null) &&
    isClock(found?.end, asked.visitTime?.end ?? null)
  )
}

/** `0630` however it is written: `06:30`, `06:30:00`. */
function isClock(found: string | undefined, expected: unknown): boolean {
  if (found === undefined) return expected === null
  return JSON.stringify(expected).replaceAll(/\D/g, '').slice(0, 4) === found
}

function hasStats(asked: RobotsCase): boolean {
  const lines = [...readLines(textOf(asked))]
  const directives = lines.filter(({ name }) => DIRECTIVES.includes(name))
  const found: Record<string, unknown> = {
    directives: directives.length,
    unknownDirectives: lines.length - directives.length,
    lastLine: directives.at(-1)?.line,
  }
  return isPart(asked.expect, found)
}

function hasLine(asked: RobotsCase): boolean {
  const line = [...readLines(textOf(asked))].find((each) => each.line === asked.expect['line'])
  const directive = DIRECTIVES.find((name) => name === line?.name) ?? null
  const found = {
    line: asked.expect['line'],
    directive,
    typo: line?.misspelt ?? false,
    missingColon: line?.colon === false,
  }
  return isPart(asked.expect, found)
}

function isPart(expected: Record<string, unknown>, found: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([key, value]) => found[key] === value)
}

function isSame(found: unknown, expected: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(expected)
}
