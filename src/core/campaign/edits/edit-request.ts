import type { NodeId } from '../../graph/node-table.ts'
import { whyEmpty } from '../../spec/scope-filter.ts'
import { discover, type SiteOf } from '../fetch/discovery.ts'
import type { Edit } from '../edit.ts'
import { resolveLabels, type LabelRequest } from './label-request.ts'
import { resolvePatch, type PatchRequest } from '../../spec/patch.ts'
import type { Log } from '../ports.ts'
import { hasRoomForPolicy } from '../evolve/memory.ts'
import type { CampaignState } from '../state/state.ts'
import { availableActions, type Action, type Status } from '../status.ts'

/** An edit as the user requests it. */
export type EditRequest =
  | { kind: Action }
  | { kind: 'patch'; patch: PatchRequest }
  /** Normalised URLs, each once. */
  | { kind: 'seeds'; urls: readonly string[] }
  | { kind: 'labels'; labels: readonly LabelRequest[] }

/** Why nothing was changed. */
export type Refusal =
  /** The status does not allow it. */
  | { reason: 'unavailable' }
  /** The campaign has changed since the user saw it. */
  | { reason: 'changed' }
  /** The scope would let nothing in. */
  | { reason: 'unsatisfiable'; field: string; why: string }
  /** The memory has no room for more pages. */
  | { reason: 'no_room' }
  /** The memory has no room for the policy's data on all known nodes. */
  | { reason: 'no_room_for_policy' }
  /** The labels at these positions name no page that was read. */
  | { reason: 'not_crawled'; places: number[] }

interface EditPorts {
  log: Log
  siteOf: SiteOf
}

/** Resolves a request to the edits to record; none if it changes nothing. */
export function resolveEdit(
  request: EditRequest,
  state: CampaignState,
  { log, siteOf }: EditPorts,
): Edit[] | Refusal {
  switch (request.kind) {
    case 'pause':
    case 'resume':
    case 'stop':
      return resolveAction(request.kind, state.status)
    case 'patch':
      return isCancelled(state) ? { reason: 'unavailable' } : resolveSpecPatch(request.patch, state)
    case 'seeds':
      return isCancelled(state)
        ? { reason: 'unavailable' }
        : resolveSeeds(request.urls, state, siteOf)
    case 'labels':
      return isCancelled(state)
        ? { reason: 'unavailable' }
        : resolveLabels(request.labels, state, log)
  }
}

const STATUS_AFTER = { pause: 'paused', resume: 'running', stop: 'cancelled' } as const

function resolveAction(action: Action, status: Status): Edit[] | Refusal {
  if (status.status === STATUS_AFTER[action]) return []
  return availableActions(status).includes(action) ? [{ kind: action }] : { reason: 'unavailable' }
}

function resolveSpecPatch(request: PatchRequest, state: CampaignState): Edit[] | Refusal {
  const patch = resolvePatch(request, state.spec)
  const { policy } = patch
  if (policy && !hasRoomForPolicy(state, policy)) return { reason: 'no_room_for_policy' }
  const empty = patch.scope && whyEmpty(patch.scope)
  if (empty) return { reason: 'unsatisfiable', ...empty }
  return Object.keys(patch).length === 0 ? [] : [{ kind: 'patch', patch }]
}

function isCancelled({ status }: CampaignState): boolean {
  return status.status === 'cancelled'
}

function resolveSeeds(
  urls: readonly string[],
  state: CampaignState,
  siteOf: SiteOf,
): Edit[] | Refusal {
  const aliases = urls.filter((url) => findAlias(url, state) !== undefined)
  const others = urls.filter((url) => !aliases.includes(url))
  const links = others.map((url) => ({ url, linkScore: 0, rel: [] }))
  const { discovered, edges, skips } = discover({ links }, state, siteOf)
  if (skips.no_room !== undefined) return { reason: 'no_room' }
  const nodes = [...edges.targets, ...aliases.map((url) => findAlias(url, state)!)]
  return [{ kind: 'seeds', discovered, nodes }]
}

/** A seed is fetched even if it is an alias of another page. */
function findAlias(url: string, { index, nodes }: CampaignState): NodeId | undefined {
  const node = index.urls.find(url)
  return node !== undefined && nodes.state(node) === 'alias' ? node : undefined
}
