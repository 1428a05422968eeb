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
  const testCase = vector as unknown as RobotsCase
  return CHECKS[testCase.kind]?.(testCase) ?? false
}

const CHECKS: Record<string, (testCase: RobotsCase) => boolean> = {
  access: (testCase) => isAllowed(rulesOf(testCase), pathIn(testCase)) === testCase['allowed'],
  'crawl-delay': (testCase) =>
    (rulesOf(testCase).wishes.crawlDelaySeconds ?? null) === testCase['crawlDelaySeconds'],
  sitemaps: (testCase) => isSame(sitemapsOf(testCase), testCase['sitemaps']),
  status: ({ status, ...testCase }) => robotsVerdict(status) === testCase['rfc9309'],
  'request-rate': hasRate,
  'visit-time': hasVisitTime,
  'product-token': ({ userAgent, ...testCase }) => isProductToken(userAgent) === testCase['valid'],
  'match-path': (testCase) => URL.canParse(testCase.url) && pathIn(testCase) === testCase['path'],
  'escape-pattern': ({ value, ...testCase }) => canonicalPath(value) === testCase['escaped'],
  'robots-url': ({ url, ...testCase }) => (robotsUrl(url) ?? null) === testCase.robotsUrl,
  scope: (testCase) => isCovered(testCase) === testCase['covered'],
  'matching-line': (testCase) =>
    (decidingRule(rulesOf(testCase), pathIn(testCase))?.line ?? -1) === testCase['line'],
  // The product does not read this record, so it never finds one.
  'host-record': (testCase) => testCase['host'] === null,
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

function rulesOf(testCase: RobotsCase): RobotsRules {
  return parseRobots(textOf(testCase), testCase.userAgent)
}

/**
 * The path of the URL as it stands, not of its normal form, which lacks tracking parameters. Some
 * suites leave out the origin.
 */
function pathIn({ url }: RobotsCase): string {
  const href = parseUrl(url, 'http://site.test/')?.href ?? ''
  return pathOf(href.replace(/#.*/s, ''))
}

function sitemapsOf(testCase: RobotsCase): string[] {
  const { sitemaps } = rulesOf({ ...testCase, userAgent: '*' })
  return testCase.robotsUrl === undefined
    ? [...sitemaps]
    : sitemapUrls(sitemaps, testCase.robotsUrl)
}

function isCovered({ url, robotsUrl: file = '' }: RobotsCase): boolean {
  return robotsUrl(file) !== undefined && robotsUrl(file) === robotsUrl(url)
}

function hasRate(testCase: RobotsCase): boolean {
  const { requestRate: found } = rulesOf(testCase).wishes
  const { requestRate: expected } = testCase
  if (found === undefined || expected === null) return found === undefined && expected === null
  const hours = hoursOf(found, textOf(testCase), testCase.userAgent)
  return (
    found.requests === expected.requests &&
    found.seconds === expected.seconds &&
    isClock(hours?.start, expected.start) &&
    isClock(hours?.end, expected.end)
  )
}

function hasVisitTime(testCase: RobotsCase): boolean {
  const found = visitTimeIn(textOf(testCase), testCase.userAgent)
  return (
    isClock(found?.start, testCase.visitTime?.start ?? null) &&
    isClock(found?.end, testCase.visitTime?.end ?? null)
  )
}

/** `0630` however it is written: `06:30`, `06:30:00`. */
function isClock(found: string | undefined, expected: unknown): boolean {
  if (found === undefined) return expected === null
  return JSON.stringify(expected).replaceAll(/\D/g, '').slice(0, 4) === found
}

function hasStats(testCase: RobotsCase): boolean {
  const lines = [...readLines(textOf(testCase))]
  const directives = lines.filter(({ name }) => DIRECTIVES.includes(name))
  const found: Record<string, unknown> = {
    directives: directives.length,
    unknownDirectives: lines.length - directives.length,
    lastLine: directives.at(-1)?.line,
  }
  return isPart(testCase.expect, found)
}

function hasLine(testCase: RobotsCase): boolean {
  const line = [...readLines(textOf(testCase))].find(
    (each) => each.line === testCase.expect['line'],
  )
  const directive = DIRECTIVES.find((name) => name === line?.name) ?? null
  const found = {
    line: testCase.expect['line'],
    directive,
    typo: line?.misspelt ?? false,
    missingColon: line?.colon === false,
  }
  return isPart(testCase.expect, found)
}

function isPart(expected: Record<string, unknown>, found: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([key, value]) => found[key] === value)
}

function isSame(found: unknown, expected: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(expected)
}
