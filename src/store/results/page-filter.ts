import type { PageFilter, PageStatus } from '../../core/campaign/results/page-listing.ts'
import { condition, type Condition } from './condition.ts'

/** What holds of every page that a list shows. */
export function filterConditions({ minScore, status, host, since }: PageFilter): Condition[] {
  const conditions: Condition[] = []
  if (minScore !== undefined) conditions.push(condition('score >= ?', minScore))
  if (status !== undefined) conditions.push(statusCondition(status))
  if (host !== undefined) conditions.push(hostCondition(host))
  if (since !== undefined) conditions.push(condition('fetched_at >= ?', since))
  return conditions
}

function statusCondition(status: PageStatus): Condition {
  return 'outcome' in status
    ? condition('outcome = ?', status.outcome)
    : condition('http_status BETWEEN ? AND ?', status.from, status.to)
}

const DEFAULT_PORTS = { http: '80', https: '443' }

/** A URL in normal form begins with scheme, host and, unless it is the scheme's own, the port. */
function hostCondition(host: string): Condition {
  const [, name, port] = /^(.*?)(?::0*(\d+))?$/.exec(host)!
  const beginnings = (['http', 'https'] as const).flatMap((scheme) => {
    const origin = `${scheme}://${name}`
    if (port === undefined) return [`${origin}/`, `${origin}:`]
    return port === DEFAULT_PORTS[scheme] ? [`${origin}/`] : [`${origin}:${port}/`]
  })
  const ranges = beginnings.map(() => 'url >= ? AND url < ?').join(' OR ')
  return condition(`(${ranges})`, ...beginnings.flatMap((text) => [text, justAfter(text)]))
}

/** The first text that no longer begins with that one. */
function justAfter(beginning: string): string {
  const last = beginning.length - 1
  return beginning.slice(0, last) + String.fromCharCode(beginning.charCodeAt(last) + 1)
}
