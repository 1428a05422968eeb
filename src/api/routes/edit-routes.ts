import type { EditRequest, Refusal } from '../../core/campaign/edits/edit-request.ts'
import { ACTIONS, type Action } from '../../core/campaign/status.ts'
import { sendReport, parseIfMatch, etagOf } from '../http/conditional-requests.ts'
import { orNotFound, HttpError, invalidFields, joinDetails } from '../http/http-error.ts'
import { PATCH_EXAMPLE, PatchBody } from '../bodies/campaign-body.ts'
import { EXAMPLES, LabelsBody, SeedsBody } from '../bodies/edit-bodies.ts'
import { route, type RouteRequest } from '../route.ts'
import { assertPublicSeeds, assertReachable } from '../campaigns/check-urls.ts'
import { assertParallel } from '../campaigns/check-parallel.ts'
import { CampaignView } from '../views/campaign.ts'
import type { Report } from '../../core/campaign/insight/report.ts'

/** What all edits have in common. */
const EDIT = {
  tag: 'campaigns',
  scope: 'write',
  headers: ['If-Match'],
  responses: {
    200: {
      description: 'The campaign after the edit',
      schema: CampaignView,
      headers: ['ETag', 'Cache-Control'],
    },
  },
} as const

const REFUSALS = ['action_not_available', 'precondition_failed'] as const

const ACTION_SUMMARIES: Record<Action, string> = {
  pause: 'Pause a campaign',
  resume: 'Resume a campaign',
  stop: 'Stop a campaign for good and keep its results',
}

export const editRoutes = [
  route(
    {
      ...EDIT,
      method: 'patch',
      path: '/v1/campaigns/{id}',
      summary: 'Change a campaign while it runs',
      description: 'Fields that are left out stay as they are. Fetches in progress finish first.',
      body: PatchBody,
      bodyExample: PATCH_EXAMPLE,
      errors: [...REFUSALS, 'memory_full', 'unsatisfiable_spec'],
    },
    (request) => {
      assertParallel(request.body.parallel, request.deps)
      return edit(request, { kind: 'patch', patch: request.body })
    },
  ),

  ...ACTIONS.map((action) =>
    route(
      {
        ...EDIT,
        method: 'post',
        path: `/v1/campaigns/{id}/${action}`,
        summary: ACTION_SUMMARIES[action],
        description: 'Has no effect if the campaign is already in that state.',
        errors: REFUSALS,
      },
      (request) => edit(request, { kind: action }),
    ),
  ),

  route(
    {
      ...EDIT,
      method: 'post',
      path: '/v1/campaigns/{id}/seeds',
      summary: 'Add seeds to a campaign',
      description: 'They are fetched before all other pages, unless they were fetched already.',
      body: SeedsBody,
      bodyExample: EXAMPLES.seeds,
      errors: [...REFUSALS, 'memory_full', 'unsatisfiable_spec'],
    },
    async (request) => {
      const { id, campaigns, deps } = request
      const { seeds } = request.body
      assertPublicSeeds(seeds, deps.guard)
      // Checked before any request is sent to the web.
      const { spec } = orNotFound(await campaigns.query(id, 'report', undefined), id)
      await assertReachable({ seeds, rate: spec.rate }, deps)
      return edit(request, { kind: 'seeds', urls: [...new Set(seeds)] })
    },
  ),

  route(
    {
      ...EDIT,
      method: 'post',
      path: '/v1/campaigns/{id}/labels',
      summary: 'Label pages with your own scores',
      description:
        'A label replaces the score of a page and so teaches the policy. If one refers to a page ' +
        'that was not crawled, none is stored.',
      body: LabelsBody,
      bodyExample: EXAMPLES.labels,
      errors: [...REFUSALS, 'page_not_crawled'],
    },
    (request) => edit(request, { kind: 'labels', labels: request.body.labels }),
  ),
]

async function edit(
  { c, id, campaigns }: RouteRequest<unknown, unknown>,
  request: EditRequest,
): Promise<Response> {
  const edited = await campaigns.edit(id, request, parseIfMatch(c.req.header('if-match')))
  const { refusal, report } = orNotFound(edited, id)
  if (refusal !== undefined) throw refusalError(refusal, request, report)
  return sendReport(c, report, 200)
}

/** Why a campaign was not changed, and what to do. */
function refusalError(refusal: Refusal, request: EditRequest, report: Report): HttpError {
  switch (refusal.reason) {
    case 'unavailable':
      return unavailable(request, report)
    case 'changed':
      return new HttpError(
        'precondition_failed',
        `The campaign has changed since the ETag in If-Match: it is ${etagOf(report)} now. ` +
          'Nothing was changed; read it again. While it runs, every page changes its ETag, so ' +
          'pause it first. A weak ETag (W/"…") never matches.',
      )
    case 'unsatisfiable':
      return invalidFields('unsatisfiable_spec', [
        { path: `scope.${refusal.field}`, message: refusal.why },
      ])
    case 'no_room':
      return new HttpError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) is full. ` +
          'No seed was added. Create another campaign for them.',
      )
    case 'no_room_for_policy':
      return new HttpError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) has no room for the data of this ` +
          'policy. Nothing was changed. Choose one that needs less, such as fl_ne.',
      )
    case 'not_crawled':
      return notCrawled(refusal.places, request)
  }
}

const DONE: Record<EditRequest['kind'], string> = {
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
  patch: 'changed',
  seeds: 'given more seeds',
  labels: 'given labels',
}

function unavailable({ kind }: EditRequest, { status, statusReason }: Report): HttpError {
  const isFor = statusReason === null ? '' : ` (${statusReason})`
  return new HttpError(
    'action_not_available',
    `A campaign that is ${status}${isFor} cannot be ${DONE[kind]}. See its availableActions.`,
  )
}

function notCrawled(places: readonly number[], request: EditRequest): HttpError {
  const labels = request.kind === 'labels' ? request.labels : []
  const details = places.map((place) => {
    const label = labels[place]!
    const [field, page] = 'url' in label ? ['url', label.url] : ['seq', `record ${label.seq}`]
    const message = `${page} is not a page that the campaign has crawled`
    return { path: `labels.${place}.${field}`, message }
  })
  const message = `${joinDetails(details)}. No label was stored.`
  return new HttpError('page_not_crawled', message, details)
}
