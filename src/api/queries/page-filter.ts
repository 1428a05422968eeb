import * as z from 'zod/mini'
import type { PageFilter, PageStatus } from '../../core/campaign/results/page-listing.ts'
import { LISTED_OUTCOMES } from '../../core/campaign/outcomes.ts'
import { parseW3cDate } from '../../standards/http/dates.ts'
import { normaliseUrl } from '../../standards/url/url.ts'
import { described } from '../description/schemas.ts'
import { readAs } from './query-fields.ts'
import { SHOWN_PARTS } from '../views/kinds.ts'

/** A number as JSON writes it. */
const SCORE = /^\d{1,9}(?:\.\d{1,30})?(?:e-\d{1,3})?$/

const minScore = readAs(
  (text) => (SCORE.test(text) ? leastShownAs(Number(text)) : undefined),
  'must be a number of 0 or more, such as 0.5',
  'Only pages with at least this score.',
)
described.set(minScore, (generated) => ({
  ...generated,
  type: 'number',
  minimum: 0,
  maximum: 999_999_999,
}))

const status = readAs(
  statusOf,
  `must be one of ${LISTED_OUTCOMES.join(', ')}, or an HTTP status such as 404, or a class such as 4xx`,
  'Only pages with this outcome (`ok`, `http_error`, …), HTTP status (`404`) or class (`4xx`).',
)

described.set(status, (generated) => ({
  ...generated,
  pattern: `^(?:${LISTED_OUTCOMES.join('|')}|[1-9]\\d\\d|[1-9][xX][xX])$`,
}))

const host = readAs(
  hostOf,
  'must be the name of a host, such as a.test or a.test:8080',
  'Only pages of this host, on all ports or on the given one.',
)

described.set(host, (generated) => ({ ...generated, format: 'host' }))

const since = readAs(
  (text) => parseW3cDate(withPlus(text)),
  'must be an ISO 8601 time, such as 2026-11-16T09:30:00Z',
  'Only pages requested at this time or later; UTC without a zone.',
)

described.set(since, (generated) => ({ ...generated, format: 'iso-8601' }))

/** The filters of lists and exports of pages; all of them must match. */
export const FILTERS = {
  minScore: z.optional(minScore),
  status: z.optional(status),
  host: z.optional(host),
  since: z.optional(since),
}

/** The filter part of a query. */
export function filterOf({ minScore: least = 0, ...query }: PageFilter): PageFilter {
  // Every page has at least 0, so no comparison is needed.
  const given = least > 0 ? { minScore: least } : {}
  return { ...given, status: query.status, host: query.host, since: query.since }
}

/** The lowest score that is rounded to this one: users filter by the scores they see. */
function leastShownAs(shown: number): number {
  const units = Math.ceil(shown * SHOWN_PARTS - 1e-6)
  return (units - 0.5) / SHOWN_PARTS
}

function statusOf(text: string): PageStatus | undefined {
  const outcome = LISTED_OUTCOMES.find((word) => word === text)
  if (outcome !== undefined) return { outcome }
  if (/^[1-9]\d\d$/.test(text)) return { from: Number(text), to: Number(text) }
  if (!/^[1-9]xx$/i.test(text)) return undefined
  const from = 100 * Number(text[0])
  return { from, to: from + 99 }
}

const HOST = /^([^\s/?#@\\:]+|\[[^\]]*\])(?::(\d{1,5}))?$/
const LAST_PORT = 65_535

/** The host as in normalised URLs: in ASCII, without the root's dot. */
function hostOf(text: string): string | undefined {
  const [, name, port] = HOST.exec(text) ?? []
  const url = name === undefined ? undefined : normaliseUrl(`http://${name}/`)
  if (url === undefined || Number(port ?? 0) > LAST_PORT) return undefined
  const { hostname } = new URL(url)
  return port === undefined ? hostname : `${hostname}:${port}`
}

/** An unescaped plus of a time zone arrives as a blank. */
function withPlus(time: string): string {
  return time.replace(/^(.*T.*) (\d\d:?\d\d)$/i, '$1+$2')
}
