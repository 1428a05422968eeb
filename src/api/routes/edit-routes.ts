import type { EditRequest, Refusal } from '../../core/campaign/edits/edit-request.ts'
import { ACTIONS, type Action } from '../../core/campaign/status.ts'
import { sendReport, parseIfMatch, etagOf } from '../http/conditional-requests.ts'
import { orNotFound, HttpError, invalidFields, joinDetails } from '../http/http-error.ts'
import { PATCH_EXAMPLE, PatchBody } from '../bodies/campaign-body.ts'
import { EXAMPLES, LabelsBody, SeedsBody } from '../bodies/edit-bodies.ts'
import { route, type RouteRequest } from '../route.ts'
import { assertPublicSeeds, assertReachable } from '../campaigns/check-urls.ts'
import { CampaignView } from '../views/campaign.ts'
import type { Report } from '../../core/campaign/insight/report.ts'

/** What all of them have in common. */
const EDIT = {
  tag: 'campaigns',
  scope: 'write',
  headers: ['If-Match'],
  responses: {
    200: {
      description: 'The campaign as it is then',
      schema: CampaignView,
      headers: ['ETag', 'Cache-Control'],
    },
  },
} as const

const REFUSALS = ['action_not_available', 'precondition_failed'] as const

const ACTION_SUMMARIES: Record<Action, string> = {
  pause: 'Pause a campaign',
  resume: 'Resume a campaign',
  stop: 'End a campaign for good, and keep what it found',
}

/** What is asked of a campaign that is there. */
export const editRoutes = [
  route(
    {
      ...EDIT,
      method: 'patch',
      path: '/v1/campaigns/{id}',
      summary: 'Change a campaign while it runs',
      description: 'What is not named stays. A fetch that is under way finishes first.',
      body: PatchBody,
      bodyExample: PATCH_EXAMPLE,
      errors: [...REFUSALS, 'memory_full', 'unsatisfiable_spec'],
    },
    (request) => edit(request, { kind: 'patch', patch: request.body }),
  ),

  ...ACTIONS.map((action) =>
    route(
      {
        ...EDIT,
        method: 'post',
        path: `/v1/campaigns/{id}/${action}`,
        summary: ACTION_SUMMARIES[action],
        description: 'What is already so stays so.',
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
      description: 'They are fetched before everything else, unless they were fetched before.',
      body: SeedsBody,
      bodyExample: EXAMPLES.seeds,
      errors: [...REFUSALS, 'memory_full', 'unsatisfiable_spec'],
    },
    async (request) => {
      const { id, campaigns, deps } = request
      const { seeds } = request.body
      assertPublicSeeds(seeds, deps.guard)
      // Before anything is asked of the web for it.
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
      summary: 'Give your verdict on pages',
      description:
        'It replaces the score of a page from then on, and so teaches the policy. If one of them ' +
        'is of a page that was not read, none is taken.',
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

/** Why a campaign was not changed, and what would help. */
function refusalError(refusal: Refusal, request: EditRequest, report: Report): HttpError {
  switch (refusal.reason) {
    case 'unavailable':
      return unavailable(request, report)
    case 'changed':
      return new HttpError(
        'precondition_failed',
        `The campaign is no longer what If-Match says: its ETag is ${etagOf(report)} now. ` +
          'Nothing was changed; read it again. While it runs, every page changes its ETag; a weak ' +
          'one (W/"…") never matches.',
      )
    case 'unsatisfiable':
      return invalidFields('unsatisfiable_spec', [
        { path: `scope.${refusal.field}`, message: refusal.why },
      ])
    case 'no_room':
      return new HttpError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) has no room for more pages. ` +
          'None of the seeds was added; create another campaign for them.',
      )
    case 'no_room_for_policy':
      return new HttpError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) has no room for what this policy keeps ` +
          'of all that is known. Nothing was changed; choose one that keeps less, such as fl_ne.',
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
    `A campaign that is ${status}${isFor} cannot be ${DONE[kind]}; see its availableActions.`,
  )
}

function notCrawled(places: readonly number[], request: EditRequest): HttpError {
  const labels = request.kind === 'labels' ? request.labels : []
  const details = places.map((place) => {
    const label = labels[place]!
    const [field, page] = 'url' in label ? ['url', label.url] : ['seq', `record ${label.seq}`]
    const message = `${page} is no page that the campaign has read`
    return { path: `labels.${place}.${field}`, message }
  })
  const message = `${joinDetails(details)}. None of the labels was taken.`
  return new HttpError('page_not_crawled', message, details)
}
