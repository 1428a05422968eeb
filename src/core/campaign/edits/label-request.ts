import { quantise } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Label } from '../edit.ts'
import type { Log } from '../ports.ts'
import { recordAt } from '../codec/read-record.ts'
import type { CampaignEvent, Step } from '../event.ts'
import { lastVersion } from '../fetch/versions.ts'
import type { CampaignState } from '../state/state.ts'

/** A page, by its record or its normalised URL, and its worth: a share of the best score, 0 to 1. */
export type LabelRequest = { seq: number; worth: number } | { url: string; worth: number }

interface NotCrawled {
  reason: 'not_crawled'
  places: number[]
}

/** Resolves all labels, or none if one names no page that was read. */
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
    const arm = estimate === undefined ? undefined : findArm(step, seq, log)
    return { kind: 'label', seq, node, score, was, arm, edges }
  })
}

function findPage(
  seq: number,
  state: CampaignState,
  log: Log,
): { seq: number; step: Step } | undefined {
  if (!Number.isInteger(seq) || seq < 1 || seq > state.seq) return undefined
  const named = recordAt(seq, log)
  if (!isPage(named)) return undefined
  // A page that was fetched again is labelled as it is now.
  const version = lastVersion(named.node, state)
  const step = version === seq ? named : recordAt(version, log)
  return isPage(step) ? { seq: version, step } : undefined
}

function isPage(record: CampaignEvent): record is Step {
  return record.kind === 'step' && record.outcome === 'ok'
}

/** The arm that chose the node of a step: it is in the last record before it that reserved the node. */
function findArm({ node }: Step, seq: number, log: Log): Label['arm'] {
  for (let at = seq - 1; at >= 1; at--) {
    const { next } = recordAt(at, log)
    const planned = next.kind === 'reserve' && next.fetches.find((fetch) => fetch.node === node)
    if (planned) return planned.arm
  }
  return undefined
}

/** The number of the step that crawled a page. */
function findSeq(url: string, state: CampaignState): number | undefined {
  const known = state.index.urls.find(url)
  if (known === undefined) return undefined
  const node = state.aliases.canonicalNode(known)
  return lastVersion(node, state) || undefined
}
