import type { HostId, HostTable } from '../../graph/host-table.ts'
import { costsAFetch, type Outcome } from '../record/outcome.ts'
import type { Step } from '../record/record.ts'
import type { CampaignState } from './state.ts'

/** What a step says of its host's pace and of the campaign's: when each may ask again. */
export function foldPace(state: CampaignState, step: Step): void {
  // The host was not asked for anything.
  if (UNASKED.has(step.outcome)) return
  const { nodes, hosts, spec, ranker } = state
  const host = nodes.host(step.node)
  if (isRequest(step.outcome)) state.lastRequestedAt = step.requestedAt
  learnOf(host, hosts, step)
  const delayMs = Math.max(
    spec.rate.hostDelayMs,
    hosts.crawlDelayMs(host),
    backOffMs(hosts.failures(host)),
  )
  if (step.outcome === 'too_soon') hosts.setReadyAt(host, step.retryAt)
  // From the end of the answer, so that however long a request is under way the host sees the pause.
  else hosts.asked(host, step.at, Math.max(step.at + delayMs, step.retryAt))
  ranker.frontier.paced(host)
}

const UNASKED: ReadonlySet<Outcome> = new Set(['disallowed', 'refused', 'given_up', 'out_of_scope'])

function isRequest(outcome: Outcome): boolean {
  return costsAFetch(outcome) || outcome === 'listing' || outcome === 'no_listing'
}

function learnOf(host: HostId, hosts: HostTable, step: Step): void {
  // A visit that came to nothing learned nothing.
  if (step.outcome === 'interrupted' || step.outcome === 'fault') return
  hosts.setCrawlDelayMs(host, step.crawlDelayMs)
  if (step.outcome === 'too_soon') return
  hosts.setFailures(host, isSilent(step) ? hosts.failures(host) + 1 : 0)
}

/** The host did not answer, or only to say that it is busy. A page that never ends is no silence. */
function isSilent({ outcome, httpStatus }: Step): boolean {
  if (outcome === 'busy' || (outcome === 'no_listing' && httpStatus === TOO_MANY_REQUESTS))
    return true
  return SILENT.has(outcome) && httpStatus === 0
}

const TOO_MANY_REQUESTS = 429

const SILENT: ReadonlySet<Outcome> = new Set([
  'timeout',
  'unreachable',
  'robots_unavailable',
  'no_listing',
])

const FIRST_BACK_OFF_MS = 2_000
const LONGEST_BACK_OFF_MS = 600_000

/** A host that is down costs a fetch each time it is tried: so less and less often. */
function backOffMs(failures: number): number {
  if (failures === 0) return 0
  return Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS)
}
