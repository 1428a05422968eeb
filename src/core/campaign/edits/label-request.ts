import { quantise } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Label } from '../edit.ts'
import type { Log } from '../ports.ts'
import { recordAt } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

/** A page, by its record or its normalised URL, and its worth: a share of the best score, 0 to 1. */
export type LabelRequest = { seq: number; worth: number } | { url: string; worth: number }

interface NotCrawled {
  reason: 'not_crawled'
  places: number[]
}

/** Resolves all labels, or none where one names no page that was read. */
export function resolveLabels(
  requests: readonly LabelRequest[],
  state: CampaignState,
  log: Log,
): Label[] | NotCrawled {
  const steps = requests.map((request) => {
    const seq = 'url' in request ? findSeq(request.url, state) : request.seq
    return seq === undefined ? undefined : findPage(seq, state, log)
  })
  const places = [...steps.keys()].filter((place) => steps[place] === undefined)
  if (places.length > 0) return { reason: 'not_crawled', places }
  return toLabels(
    steps.map((step, i) => ({ ...step!, worth: requests[i]!.worth })),
    state,
    log,
  )
}

interface LabelledPage {
  seq: number
  step: Step
  worth: number
}

function toLabels(pages: readonly LabelledPage[], state: CampaignState, log: Log): Label[] {
  // There is no best score before any page has scored.
  const best = state.counters.bestScore || 1
  const scores = new Map<NodeId, number>()
  return pages.map(({ seq, step, worth }): Label => {
    const { node, edges, estimate } = step
    const was = scores.get(node) ?? state.labels.get(node) ?? step.score
    const score = quantise(worth * best)
    scores.set(node, score)
    // No arm chose a seed, so none is rewarded for it.
    const arm = estimate === undefined ? undefined : findArm(seq, log)
    return { kind: 'label', seq, node, score, was, arm, edges }
  })
}

function findPage(
  seq: number,
  state: CampaignState,
  log: Log,
): { seq: number; step: Step } | undefined {
  if (!Number.isInteger(seq) || seq < 1 || seq > state.seq) return undefined
  const step = recordAt(seq, log)
  return isPage(step) ? { seq, step } : undefined
}

function isPage(record: CampaignRecord): record is Step {
  return record.kind === 'step' && record.outcome === 'ok'
}

/** The arm that chose the page of a step: the last reservation before the step was for it. */
function findArm(seq: number, log: Log): Label['arm'] {
  for (let at = seq - 1; at >= 1; at--) {
    const { next } = recordAt(at, log)
    if (next.kind === 'reserve') return next.arm
  }
  return undefined
}

/** The number of the step that crawled a page. */
function findSeq(url: string, state: CampaignState): number | undefined {
  const known = state.urls.find(url)
  if (known === undefined) return undefined
  const node = state.whereabouts(known)
  return state.nodes.state(node) === 'crawled' ? state.visits.last(node) : undefined
}
