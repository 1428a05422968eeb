import { noFault } from './faults.ts'
import type { Edit, Label, Patch, Seeds } from './edit.ts'
import type { CampaignState } from './state.ts'

/** A user's word, taken. */
export function foldEdit(state: CampaignState, edit: Edit): void {
  switch (edit.kind) {
    case 'pause':
      state.status = { status: 'paused', statusReason: 'user' }
      return
    case 'resume':
      return run(state)
    case 'patch':
      return patchSpec(state, edit.patch)
    case 'seeds':
      return addSeeds(state, edit)
    case 'label':
      return relabel(state, edit)
  }
}

function run(state: CampaignState): void {
  state.status = { status: 'running', statusReason: null }
  noFault(state)
}

/** A budget that was raised is there to be spent. */
function patchSpec(state: CampaignState, patch: Patch): void {
  state.patch(patch)
  const { statusReason } = state.status
  if (statusReason === 'budget_exhausted' && state.counters.fetched < state.spec.budget) run(state)
}

function addSeeds(state: CampaignState, { discovered, nodes }: Seeds): void {
  state.discover(discovered, 0, true)
  for (const node of nodes) {
    if (state.nodes.state(node) === 'shelved') state.unshelve(node, [0, 0, 0, 0])
    if (state.nodes.state(node) === 'queued') state.ranker.promote(node)
  }
  if (state.status.statusReason === 'frontier_empty' && state.ranker.frontier.size > 0) run(state)
}

function relabel(state: CampaignState, { node, score, was, arm, edges }: Label): void {
  state.labels.set(node, score)
  state.counters.score += score - was
  state.counters.relevant += Number(score > 0) - Number(was > 0)
  state.ranker.rescored({ node, score, links: edges }, was, arm)
}
