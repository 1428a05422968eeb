import { DatabaseSync } from 'node:sqlite'
import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import { nodeDatabase } from '../../src/runtime/local/node-sql.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { CAMPAIGN_KINDS } from './campaign-kinds.ts'
import type { Started } from './campaigns.ts'
import {
  type Check,
  everyEditIsKept,
  everyPageComesOutRight,
  everyRequestHasItsStep,
  everySnapshotIsUsable,
  type Evidence,
  hostsAskedAtOnce,
  hostsAskedTooSoon,
  itEndsWithItsBudget,
  logHasNoGap,
  logIsResults,
  logIsState,
  mostAtOnce,
  noBarredPageIsAskedFor,
  noMoreAtOnceThanAllowed,
  noNodeIsSettledTwice,
  noPageIsTwiceInResults,
  pagesLostByStops,
  requestsWithinBudget,
  resultsKnowTheCampaign,
  snapshotIsLog,
} from './checks.ts'
import type { Promised } from './editor.ts'
import { type LogReading, readLog } from './log-reading.ts'
import { campaignOf } from './pages.ts'
import type { ProductFiles } from './product.ts'
import type { Site, Span } from './site.ts'

/** What holds at any moment. */
const ALWAYS: Check[] = [
  requestsWithinBudget,
  noMoreAtOnceThanAllowed,
  everyPageComesOutRight,
  noBarredPageIsAskedFor,
  logHasNoGap,
  noNodeIsSettledTwice,
  noPageIsTwiceInResults,
  everyEditIsKept,
  everySnapshotIsUsable,
  snapshotIsLog,
]

/** What holds once a campaign has ended and all had time to catch up with it. */
const IN_THE_END: Check[] = [
  itEndsWithItsBudget,
  everyRequestHasItsStep,
  logIsState,
  logIsResults,
  resultsKnowTheCampaign,
]

/** Breaches shown for each campaign and promise. */
const TOLD = 3

export interface Verdict {
  breaches: string[]
  fetched: number
  interrupted: number
  pagesStored: number
  /** The most fetches that one campaign had under way at a time. */
  mostAtOnce: number
}

interface Remains {
  promised: ReadonlyMap<string, Promised>
  files: ProductFiles
  started: Started[]
  site: Site
  /** When the product was stopped in order. */
  stops: readonly Span[]
  /** False when the run was given up before the campaigns had ended. */
  hasEnded: boolean
}

/** What became of all campaigns, from what they left behind. */
export async function judge(remains: Remains): Promise<Verdict> {
  const { files, started, site, stops, hasEnded } = remains
  const verdict: Verdict = {
    breaches: [],
    fetched: 0,
    interrupted: 0,
    pagesStored: 0,
    mostAtOnce: 0,
  }
  const missing = new Map(started.map((campaign) => [campaign.view.id, campaign]))
  const checks = hasEnded ? [...ALWAYS, ...IN_THE_END] : ALWAYS
  const gather = evidenceFrom(remains)
  for (const file of files.campaigns()) {
    const log = readLog(file)
    if (typeof log === 'string') {
      verdict.breaches.push(`${file}: ${log}`)
      continue
    }
    const campaign = missing.get(log.id)
    missing.delete(log.id)
    // Undefined when the call that created it was never answered.
    if (campaign) add(verdict, await gather(campaign, log), checks)
  }
  tell(verdict, 'pace', hostsAskedTooSoon(site))
  tell(verdict, 'overlap', hostsAskedAtOnce(site))
  tell(verdict, 'stop', pagesLostByStops(site, stops))
  for (const { name } of missing.values()) verdict.breaches.push(`${name}: its log is gone`)
  return verdict
}

function add(verdict: Verdict, evidence: Evidence, checks: Check[]): void {
  const { counters } = evidence.log.state
  verdict.fetched += counters.fetched
  verdict.interrupted += counters.interrupted
  verdict.pagesStored += evidence.pages.length
  verdict.mostAtOnce = Math.max(verdict.mostAtOnce, mostAtOnce(evidence.arrivals, evidence.name))
  for (const check of checks) {
    tell(verdict, evidence.name, check(evidence))
  }
}

function tell(verdict: Verdict, of: string, breaches: string[]): void {
  verdict.breaches.push(...breaches.slice(0, TOLD).map((breach) => `${of}: ${breach}`))
  const more = breaches.length - TOLD
  if (more > 0) verdict.breaches.push(`${of}: and ${more} more of this kind`)
}

/** Reads what the other witnesses say of a campaign. */
function evidenceFrom({ files, site, promised }: Remains) {
  const results = resultStore(nodeDatabase(new DatabaseSync(files.results())))
  const requests = site.arrivals.filter(({ kind }) => kind === 'page')
  const arrivals = Map.groupBy(requests, ({ path }) => campaignOf(path))
  const everything = { after: undefined, before: undefined, limit: 1_000_000 }
  const summaries = results.listCampaigns(MAIN_OWNER, everything)
  return async ({ name, kind, view }: Started, log: LogReading): Promise<Evidence> => ({
    name,
    kind: CAMPAIGN_KINDS[kind],
    promised: promised.get(name),
    view,
    log,
    summary: (await summaries).find(({ id }) => id === view.id),
    pages: await results.listPages(view.id, { ...everything, filter: {}, sort: 'time' }),
    arrivals: arrivals.get(name) ?? [],
  })
}
