import type { HostId } from '../../graph/host-table.ts'
import { maxFetches, type LimitName } from '../../spec/limits.ts'
import type { CampaignState } from '../state/state.ts'

/** A limit that a host has reached, and how many fetches it allows. */
interface ReachedLimit {
  name: LimitName
  fetches: number
}

/** The limit that the host has reached; undefined while more may be fetched. */
export function reachedLimit(
  host: HostId,
  { hosts, spec: { limits, budget } }: CampaignState,
): ReachedLimit | undefined {
  const perSite = maxFetches(limits.perSite, budget)
  if (hosts.fetchedOfSite(host) >= perSite) return { name: 'perSite', fetches: perSite }
  const perHost = maxFetches(limits.perHost, budget)
  return hosts.fetched(host) >= perHost ? { name: 'perHost', fetches: perHost } : undefined
}

/** Closes hosts that have reached a limit, after a fetch was charged to a host. */
export function closeAtLimit(state: CampaignState, host: HostId): void {
  const reached = reachedLimit(host, state)
  if (reached === undefined) return
  const hosts = reached.name === 'perSite' ? state.hosts.ofSameSite(host) : [host]
  for (const each of hosts) state.ranker.close(each)
}

/** Closes or opens each host by the current limits, budget and ranker. */
export function applyLimits(state: CampaignState): void {
  for (let i = 0; i < state.hosts.length; i++) {
    const host = i as HostId
    if (reachedLimit(host, state) === undefined) state.ranker.frontier.reopen(host)
    else state.ranker.close(host)
  }
}
