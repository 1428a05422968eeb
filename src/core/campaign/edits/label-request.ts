import { quantise } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Label } from '../edit.ts'
import type { Log } from '../ports.ts'
import { recordAt } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

/** A page, by its record or its normalised URL, and its worth: from 0 to 1 of the best score. */
export type LabelRequest = { seq: number; worth: number } | { url: string; worth: number }

interface NotCrawled {
  reason: 'not_crawled'
  places: number[]
}

/** All of them, or none where one is of no page that was read. */
export function resolveLabels(
  requests: readonly LabelRequest[],
  state: CampaignState,
  log: Log,
): Label[] | NotCrawled {
  const steps = requests.map((request) => {
    const seq = 'url' in request ? seqOf(request.url, state) : request.seq
    return seq === undefined ? undefined : pageAt(seq, state, log)
  })
  const places = [...steps.keys()].filter((place) => steps[place] === undefined)
  if (places.length > 0) return { reason: 'not_crawled', places }
  return labelsOf(
    steps.map((step, i) => ({ ...step!, worth: requests[i]!.worth })),
    state,
    log,
  )
}

interface Judged {
  seq: number
  step: Step
  worth: number
}

function labelsOf(judged: readonly Judged[], state: CampaignState, log: Log): Label[] {
  // Before any page has scored there is no best one to compare with.
  const best = state.counters.bestScore || 1
  const scores = new Map<NodeId, number>()
  return judged.map(({ seq, step, worth }): Label => {
    const { node, edges, estimate } = step
    const was = scores.get(node) ?? state.labels.get(node) ?? step.score
    const score = quantise(worth * best)
    scores.set(node, score)
    // Nobody chose a seed, so nobody is paid for it.
    const arm = estimate === undefined ? undefined : chooserOf(seq, log)
    return { kind: 'label', seq, node, score, was, arm, edges }
  })
}

function pageAt(
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

/** The last record before the step that reserved a node, reserved that of the step. */
function chooserOf(seq: number, log: Log): Label['arm'] {
  for (let at = seq - 1; at >= 1; at--) {
    const { next } = recordAt(at, log)
    if (next.kind === 'reserve') return next.arm
  }
  return undefined
}

/** The record that tells of a page. */
function seqOf(url: string, state: CampaignState): number | undefined {
  const known = state.urls.find(url)
  if (known === undefined) return undefined
  const node = state.whereabouts(known)
  return state.nodes.state(node) === 'crawled' ? state.visits.last(node) : undefined
}
