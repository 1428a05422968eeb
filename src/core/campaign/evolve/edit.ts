import type { NodeId, NodeState } from '../../graph/node-table.ts'
import { readmitUnaffordable } from './spent-side-budget.ts'
import { noFault } from './faults.ts'
import { applyLimits } from './fetch-limits.ts'
import type { Patch } from '../../spec/patch.ts'
import type { Edit, Label, Seeds } from '../edit.ts'
import { shelveBeyondMemory } from './memory.ts'
import type { CampaignState } from '../state/state.ts'

/** A user's word, taken. */
export function foldEdit(state: CampaignState, edit: Edit): void {
  switch (edit.kind) {
    case 'pause':
      state.status = { status: 'paused', statusReason: 'user' }
      return
    case 'resume':
      return run(state)
    case 'stop':
      state.status = { status: 'cancelled', statusReason: 'user' }
      return
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

/** What it had ended for want of may be there now. */
function goOn(state: CampaignState): void {
  const { status, counters, spec, ranker } = state
  const hasBudget = counters.fetched < spec.budget
  if (status.statusReason === 'budget_exhausted' && hasBudget) return run(state)
  const isEmpty = status.statusReason === 'frontier_empty'
  const isUnaffordable = status.statusReason === 'side_budget_spent'
  if ((isEmpty || isUnaffordable) && ranker.frontier.size > 0) return run(state)
  if (status.statusReason === 'limits_reached' && ranker.frontier.available > 0) run(state)
}

function patchSpec(state: CampaignState, patch: Patch): void {
  state.patch(patch)
  if (patch.budget !== undefined || patch.limits !== undefined) applyLimits(state)
  if (patch.policy !== undefined) changePolicy(state)
  if (patch.budget !== undefined) readmitUnaffordable(state)
  if (patch.scope !== undefined) readmitOutside(state)
  if (patch.discover !== undefined) dropSitemaps(state)
  goOn(state)
}

function changePolicy(state: CampaignState): void {
  state.rerank()
  // Another policy may keep more of each node.
  shelveBeyondMemory(state)
}

/** Whether they are within the new scope is seen when their turn comes. */
function readmitOutside(state: CampaignState): void {
  for (let node = 0; node < state.nodes.length; node++) {
    if (state.nodes.state(node as NodeId) === 'out_of_scope') state.readmit(node as NodeId)
  }
}

/** Where no lists of a site's pages are wanted any more, those that wait are not asked for. */
function dropSitemaps(state: CampaignState): void {
  const { spec, sitemaps, nodes } = state
  if (spec.discover.some((way) => way !== 'links')) return
  for (const node of sitemaps) {
    if (!WAITS.has(nodes.state(node))) continue
    state.dismiss(node, 'unwanted')
    sitemaps.delete(node)
  }
}

const WAITS: ReadonlySet<NodeState> = new Set(['queued', 'shelved'])

function addSeeds(state: CampaignState, { discovered, nodes }: Seeds): void {
  state.discover(discovered, 0, true)
  for (const node of nodes) {
    if (state.nodes.state(node) === 'shelved') state.unshelve(node, [0, 0, 0, 0])
    // A user's word goes before what kept it from being fetched.
    if (UNFETCHED.has(state.nodes.state(node))) state.readmit(node)
    if (state.nodes.state(node) === 'alias') state.separate(node)
    if (state.nodes.state(node) === 'queued') state.ranker.promote(node)
  }
  goOn(state)
}

const UNFETCHED: ReadonlySet<NodeState> = new Set([
  'disallowed',
  'robots_unavailable',
  'refused',
  'given_up',
  'out_of_scope',
  'unwanted',
  'side_budget_spent',
])

function relabel(state: CampaignState, label: Label): void {
  const { seq, node, score, was, arm, edges } = label
  state.labels.set(node, score)
  state.counters.score += score - was
  const gained = Number(score > 0) - Number(was > 0)
  state.counters.relevant += gained
  state.hosts.count(state.nodes.host(node), 0, gained)
  state.ranker.rescored({ node, score, links: edges }, was, arm)
  state.scorer.learn?.({ kind: 'labelled', seq, score, was })
}
