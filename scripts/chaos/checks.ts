import { campaignView } from '../../src/api/views/campaign.ts'
import { reportOn } from '../../src/core/campaign/insight/report.ts'
import { isCharged } from '../../src/core/campaign/outcomes.ts'
import type { CampaignSummary } from '../../src/core/campaign/results/campaign-summary.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import type { CampaignKind } from './campaign-kinds.ts'
import type { View } from './campaigns.ts'
import type { Promised } from './editor.ts'
import { isFinal, type LogReading } from './log-reading.ts'
import { campaignOf, outcomeOf } from './pages.ts'
import type { Arrival, Site, Span } from './site.ts'

/** What the API, the log, the results store and the site say of one campaign, once the product has stopped. */
export interface Evidence {
  name: string
  kind: CampaignKind
  promised: Promised | undefined
  view: View
  log: LogReading
  summary: CampaignSummary | undefined
  pages: CrawledPage[]
  /** Requests for pages, in the order they arrived. */
  arrivals: Arrival[]
}

/** Breaches of one promise, as sentences. */
export type Check = (evidence: Evidence) => string[]

export const logHasNoGap: Check = ({ log }) => {
  const gap = log.seqs.findIndex((seq, i) => seq !== i + 1)
  return gap === -1 ? [] : [`record ${gap + 1} is missing, the next is ${log.seqs[gap]}`]
}

export const noNodeIsSettledTwice: Check = ({ log }) => {
  const final = log.steps.filter(isFinal)
  const twice = [...Map.groupBy(final, ({ node }) => node).values()].filter(
    (steps) => steps.length > 1,
  )
  return twice.map(
    (steps) =>
      `${steps[0]!.url} is settled by records ${steps.map(({ seq }) => seq).join(' and ')}`,
  )
}

/** What the API told of the living campaign follows from its log, to the last figure. */
export const logIsState: Check = ({ log, view }) => {
  const { status, statusReason, progress } = campaignView(reportOn(log.state))
  const folded: Figures = { status, statusReason, ...progress }
  const told: Figures = {
    status: view.status,
    statusReason: view.statusReason,
    ...view.progress,
  }
  return Object.keys({ ...folded, ...told })
    .filter((figure) => folded[figure] !== told[figure])
    .map((figure) => `${figure} is ${folded[figure]} by the log and ${told[figure]} by the API`)
}

type Figures = Record<string, number | string | null>

export const itEndsWithItsBudget: Check = ({ view }) =>
  view.statusReason === 'budget_exhausted'
    ? []
    : [`it is ${view.status} (${view.statusReason}) after ${view.progress['fetched']} fetches`]

export const requestsWithinBudget: Check = ({ arrivals, log }) => {
  const { budget } = log.state.spec
  return arrivals.length <= budget
    ? []
    : [`${arrivals.length} pages were asked for, the budget is ${budget}`]
}

/** Whatever is killed, no more fetches are under way at a time than the campaign may have. */
export const noMoreAtOnceThanAllowed: Check = ({ arrivals, kind, name }) => {
  const most = mostAtOnce(arrivals, name)
  return most <= kind.parallel ? [] : [`${most} pages were asked for at once, not ${kind.parallel}`]
}

export function mostAtOnce(arrivals: readonly Arrival[], name: string): number {
  const counts = arrivals.map(
    ({ beside }) => 1 + beside.filter(({ path }) => campaignOf(path) === name).length,
  )
  return Math.max(0, ...counts)
}

/** A request without a step was not charged; a step without a request was not made. */
export const everyRequestHasItsStep: Check = ({ arrivals, log }) => {
  const requests = Map.groupBy(arrivals, ({ origin, path }) => origin + path)
  const charged = Map.groupBy(
    log.steps.filter(({ outcome }) => isCharged(outcome)),
    ({ url }) => url,
  )
  return [...new Set([...requests.keys(), ...charged.keys()])].flatMap((url) => {
    const asked = requests.get(url)?.length ?? 0
    const steps = charged.get(url) ?? []
    if (asked > steps.length) {
      return [`${url} was asked for ${asked} times and charged ${steps.length} times`]
    }
    const settled = steps.filter(isFinal).length
    return settled > asked ? [`${url} was settled ${settled} times and asked for ${asked}`] : []
  })
}

/** A crash may interrupt a fetch, but not change what comes of it. */
export const everyPageComesOutRight: Check = ({ log }) =>
  log.steps.filter(isFinal).flatMap(({ url, outcome }) => {
    const expected = outcomeOf(new URL(url).pathname)
    const seen = outcome === 'redirect_loop' ? 'redirect' : outcome
    return seen === expected ? [] : [`${url} came out as ${outcome} instead of ${expected}`]
  })

export const noBarredPageIsAskedFor: Check = ({ arrivals }) =>
  arrivals
    .filter(({ path }) => outcomeOf(path) === 'disallowed')
    .map(({ path }) => `${path} was asked for against robots.txt`)

/** Finds requests for pages of one host that arrived too soon after another, kills or not. */
export function hostsAskedTooSoon(site: Site): string[] {
  const pages = site.arrivals.filter(({ kind }) => kind === 'page')
  return [...Map.groupBy(pages, ({ origin }) => origin)].flatMap(([origin, requests]) => {
    const paceMs = site.paceMs(origin)
    return requests.slice(1).flatMap(({ at, path }, i) => {
      const before = requests[i]!
      const waitedMs = at - before.at
      if (waitedMs >= paceMs) return []
      return [`${origin}${path} was asked for ${waitedMs} ms after ${before.path}, not ${paceMs}`]
    })
  })
}

/**
 * Finds requests for pages of one host that came while another was under way. Campaigns without a
 * pace know nothing of each other, so there it is only a breach within one.
 */
export function hostsAskedAtOnce(site: Site): string[] {
  return site.arrivals
    .filter(({ kind }) => kind === 'page')
    .flatMap(({ origin, path, beside }) => {
      const other = beside.find(
        (one) =>
          one.origin === origin &&
          (site.paceMs(origin) > 0 || campaignOf(one.path) === campaignOf(path)),
      )
      return other ? [`${origin}${path} was asked for while ${other.path} was under way`] : []
    })
}

/** Finds pages that were answered before a stop in order, and yet asked for again. */
export function pagesLostByStops(site: Site, stops: readonly Span[]): string[] {
  const pages = site.arrivals.filter(({ kind }) => kind === 'page')
  const requests = Map.groupBy(pages, ({ origin, path }) => origin + path)
  return [...requests].flatMap(([url, arrivals]) => {
    const isLost = arrivals
      .slice(0, -1)
      .some(({ at }) => stops.some(({ from, to }) => from <= at && at <= to))
    return isLost ? [`${url} was answered before a stop in order, and asked for again`] : []
  })
}

export const noPageIsTwiceInResults: Check = ({ pages }) => {
  const rows = [...Map.groupBy(pages, ({ url }) => url)]
  return rows
    .filter(([, same]) => same.length > 1)
    .map(([url, same]) => `${url} is stored as ${same.map(({ seq }) => seq).join(' and ')}`)
}

/** The results store has a row for each completed fetch of the log, and no other. */
export const logIsResults: Check = ({ log, pages }) => {
  const rows = new Map(pages.map((page) => [page.seq, page]))
  const results = log.steps.filter(({ outcome }) => isCharged(outcome) && outcome !== 'interrupted')
  const expected = new Set(results.map(({ seq }) => seq))
  const surplus = pages.filter(({ seq }) => !expected.has(seq))
  return [
    ...surplus.map(({ seq, url }) => `row ${seq} (${url}) is stored and not in the log`),
    ...results.flatMap(({ seq, ...step }) => {
      const row = rows.get(seq)
      if (row === undefined) return [`step ${seq} (${step.url}) is not stored`]
      const differing = COMPARED.filter((field) => row[field] !== step[field])
      return differing.map(
        (field) =>
          `${field} of step ${seq} is ${row[field]} in its row and ${step[field]} in the log`,
      )
    }),
  ]
}

const COMPARED = ['url', 'title', 'outcome', 'httpStatus', 'score', 'bodyBytes', 'links'] as const

export const resultsKnowTheCampaign: Check = ({ summary, log: { state } }) => {
  if (summary === undefined) return ['it is not stored']
  const { fetched, relevant, score } = state.counters
  const expected: Partial<CampaignSummary> = {
    name: state.spec.name,
    ...state.status,
    budget: state.spec.budget,
    fetched,
    relevant,
    score,
  }
  const fields = Object.keys(expected) as (keyof CampaignSummary)[]
  return fields
    .filter((field) => summary[field] !== expected[field])
    .map(
      (field) => `its ${field} is ${summary[field]} in its row and ${expected[field]} in the log`,
    )
}

/** Every edit that the API confirmed is in the log. */
export const everyEditIsKept: Check = ({ promised, log: { state } }) => {
  if (promised === undefined) return []
  const { budget } = state.spec
  const lost = promised.seeds.filter((url) => state.index.urls.find(url) === undefined)
  return [
    ...lost.map((url) => `the seed ${url} was taken, and is not known`),
    ...(budget < promised.budget ? [`its budget is ${budget}, not ${promised.budget}`] : []),
  ]
}

/** A snapshot is whole or it is not there, whenever its writing was cut short. */
export const everySnapshotIsUsable: Check = ({ log }) => log.snapshot.troubles

export const snapshotIsLog: Check = ({ log }) =>
  log.snapshot.isFold ? [] : ['its snapshot and the records after it differ from the whole log']
