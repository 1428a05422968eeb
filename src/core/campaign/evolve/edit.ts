import type { NodeId, NodeState } from '../../graph/node-table.ts'
import { readmitUnaffordable } from './side-budget.ts'
import { noFault } from './pace.ts'
import { applyLimits } from './fetch-limits.ts'
import type { Patch } from '../../spec/patch.ts'
import type { Edit, Label, Seeds } from '../edit.ts'
import { lessonOfLabel } from './lessons.ts'
import { shelveBeyondMemory } from './memory.ts'
import { Slice, WHOLE_LOG } from '../codec/slice.ts'
import type { Policy } from '../../rank/policy.ts'
import type { CampaignState } from '../state/state.ts'
import { discover, exclude, readmit, separateAlias, unshelve } from './node-moves.ts'
import { RankerRebuild } from './rank-events.ts'

/** Applies a user's edit. */
export function evolveEdit(state: CampaignState, edit: Edit, rebuild?: RankerRebuild): void {
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
      return patchSpec(state, edit.patch, rebuild)
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

/** Resumes a completed campaign if it has budget or nodes again. */
function resumeIfPossible(state: CampaignState): void {
  const { status, counters, spec, ranker, nodes } = state
  const hasBudget = counters.fetched < spec.budget
  if (status.statusReason === 'budget_exhausted' && hasBudget) return run(state)
  const isEmpty = status.statusReason === 'frontier_empty'
  const isUnaffordable = status.statusReason === 'side_budget_spent'
  if ((isEmpty || isUnaffordable) && ranker.frontier.size > 0) return run(state)
  const mayBeWithinLimits = ranker.frontier.available > 0 || nodes.count('resting') > 0
  if (status.statusReason === 'limits_reached' && mayBeWithinLimits) run(state)
}

function patchSpec(state: CampaignState, patch: Patch, rebuild?: RankerRebuild): void {
  state.patch(patch)
  if (patch.budget !== undefined || patch.limits !== undefined) applyLimits(state)
  if (patch.policy !== undefined) changePolicy(state, patch.policy, rebuild)
  if (patch.budget !== undefined) readmitUnaffordable(state)
  if (patch.scope !== undefined) readmitOutside(state)
  if (patch.discover !== undefined) dropSitemaps(state)
  resumeIfPossible(state)
}

/** Teaches the new policy what is known, unless `taught` has done so already. */
function changePolicy(state: CampaignState, policy: Policy, taught?: RankerRebuild): void {
  const { history, seq } = state
  const rebuild = taught ?? new RankerRebuild(state.replaceRanker(policy), state, seq - 1)
  rebuild.advance(history.after(rebuild.taught), new Slice(WHOLE_LOG))
  rebuild.placeNodes(state)
  applyLimits(state)
  // Another policy may keep more of each node.
  shelveBeyondMemory(state)
}

/** Readmits all excluded nodes; the new scope is checked again when they are due. */
function readmitOutside(state: CampaignState): void {
  for (let node = 0; node < state.nodes.length; node++) {
    if (state.nodes.state(node as NodeId) === 'out_of_scope') readmit(state, node as NodeId)
  }
}

/** Drops the waiting sitemaps and feeds if the campaign no longer wants them. */
function dropSitemaps(state: CampaignState): void {
  const { spec, sitemaps, nodes } = state
  if (spec.discover.some((way) => way !== 'links')) return
  for (const node of sitemaps) {
    if (!WAITS.has(nodes.state(node))) continue
    exclude(state, node, 'unwanted')
    sitemaps.delete(node)
  }
}

const WAITS: ReadonlySet<NodeState> = new Set(['queued', 'shelved'])

function addSeeds(state: CampaignState, { discovered, nodes }: Seeds): void {
  discover(state, discovered, { depth: 0, isSeed: true })
  for (const node of nodes) {
    if (state.nodes.state(node) === 'shelved') unshelve(state, node)
    // A user's seed overrides what kept it from being fetched.
    if (UNFETCHED.has(state.nodes.state(node))) readmit(state, node)
    if (state.nodes.state(node) === 'alias') separateAlias(state, node)
    if (state.nodes.state(node) === 'queued') state.ranker.promote(node)
  }
  resumeIfPossible(state)
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
  const { node, score, was, arm, edges } = label
  state.labels.set(node, score)
  state.counters.score += score - was
  const gained = Number(score > 0) - Number(was > 0)
  state.counters.relevant += gained
  state.hosts.count(state.nodes.host(node), { relevant: gained })
  state.ranker.rescored({ node, score, links: edges }, was, arm)
  state.scorer.learn?.(lessonOfLabel(label))
}
