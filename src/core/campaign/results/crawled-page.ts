import { urlOf } from '../log/node-urls.ts'
import { isVersion, traitsOf, type Outcome } from '../outcomes.ts'
import { recordAt, stepAt } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import type { CampaignState, History } from '../state/state.ts'

/** A page as results show it: its node's last visit. */
export interface CrawledPage {
  seq: number
  url: string
  title: string
  outcome: Outcome
  httpStatus: number
  score: number
  estimate: number | null
  depth: number
  links: number
  bodyBytes: number
  durationMs: number
  fetchedAt: number
}

/** Reads the pages of up to `limit` records after `afterSeq` back from the log. */
export function pagesAfter(
  afterSeq: number,
  limit: number,
  state: CampaignState,
  log: History,
): { pages: CrawledPage[]; replaced: number[]; upTo: number } {
  const upTo = Math.min(afterSeq + limit, state.seq)
  const pages: CrawledPage[] = []
  const replaced: number[] = []
  for (let seq = afterSeq + 1; seq <= upTo; seq++) {
    const record = recordAt(seq, log)
    const page = pageIn(seq, record, state, log)
    if (page !== undefined)
      pages.push(seq > state.results.rebuiltSeq ? page : withLabel(page, record, state))
    if (record.kind === 'step' && isReplacement(record)) replaced.push(record.replaces)
  }
  return { pages, replaced, upTo }
}

/** Gives the page its current score: a rebuild must not undo a label until it reaches the label's record. */
function withLabel(
  page: CrawledPage,
  record: CampaignRecord,
  { labels }: CampaignState,
): CrawledPage {
  const score = record.kind === 'step' ? labels.get(record.node) : undefined
  return score === undefined ? page : { ...page, score }
}

/** The page that a record lists, if any. A label lists its page again, with the new score. */
export function pageIn(
  seq: number,
  record: CampaignRecord,
  state: CampaignState,
  log: History,
): CrawledPage | undefined {
  if (record.kind === 'step') return isResult(record) ? pageOf(seq, record, state, log) : undefined
  if (record.kind !== 'edited' || record.edit.kind !== 'label') return undefined
  const { seq: labelled, score } = record.edit
  const step = stepAt(labelled, log)
  return isResult(step) ? { ...pageOf(labelled, step, state, log), score } : undefined
}

/** The page was requested, and did not ask to stay unlisted. */
function isResult(step: Step): boolean {
  return isListed(step) && !step.noindex
}

/** A node is listed once, by its last attempt. */
function isReplacement(step: Step): boolean {
  return step.replaces > 0 && isListed(step)
}

/** A page that could not be read again is listed as it was read before. */
function isListed({ outcome, revisit }: Step): boolean {
  return traitsOf(outcome).listed && (!revisit || isVersion(outcome))
}

function pageOf(seq: number, step: Step, state: CampaignState, log: History): CrawledPage {
  const { title, outcome, httpStatus, score, links, bodyBytes, durationMs } = step
  return {
    seq,
    url: urlOf(step.node, state, log),
    title,
    outcome,
    httpStatus,
    score,
    estimate: step.estimate ?? null,
    depth: state.nodes.depth(step.node),
    links,
    bodyBytes,
    durationMs,
    fetchedAt: step.requestedAt,
  }
}
