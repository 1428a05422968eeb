import { discover } from './discover.ts'
import type { Edit, Label, Patch } from './edit.ts'
import type { Log } from './ports.ts'
import { decodeRecord } from './record-codec.ts'
import type { CampaignState } from './state.ts'

/** What a user asks for, in a user's terms. */
export type EditRequest =
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'patch'; patch: Patch }
  /** Normalised URLs. */
  | { kind: 'seeds'; urls: string[] }
  /** The page of that step is worth that score. */
  | { kind: 'label'; seq: number; score: number }

/** The edit to be recorded; `refused` when the campaign has ended, or has no such page. */
export function resolveEdit(
  request: EditRequest,
  state: CampaignState,
  log: Log,
): Edit | 'refused' | 'already so' {
  switch (request.kind) {
    case 'pause':
    case 'resume':
      if (state.status.status === 'completed') return 'refused'
      return state.status.status === RESULT_OF[request.kind] ? 'already so' : request
    case 'patch':
      return request
    case 'seeds': {
      const links = request.urls.map((url) => ({ url, linkScore: 0, rel: [] }))
      const { discovered, edges } = discover({ links }, state)
      return { kind: 'seeds', discovered, nodes: edges.targets }
    }
    case 'label':
      return labelOf(request.seq, request.score, state, log) ?? 'refused'
  }
}

const RESULT_OF = { pause: 'paused', resume: 'running' } as const

function labelOf(seq: number, score: number, state: CampaignState, log: Log): Label | undefined {
  if (!Number.isInteger(seq) || seq < 1 || seq > state.seq) return undefined
  const step = decodeRecord(log.read(seq))
  if (step.kind !== 'step' || step.outcome !== 'ok') return undefined
  const { node, edges, estimate } = step
  const was = state.labels.get(node) ?? step.score
  // Nobody chose a seed, so nobody is paid for it.
  const arm = estimate === undefined ? undefined : chooserOf(seq, log)
  return { kind: 'label', seq, node, score, was, arm, edges }
}

/** The last record before the step that reserved a node, reserved that of the step. */
function chooserOf(seq: number, log: Log): Label['arm'] {
  for (let at = seq - 1; at >= 1; at--) {
    const { next } = decodeRecord(log.read(at))
    if (next.kind === 'reserve') return next.arm
  }
  return undefined
}
