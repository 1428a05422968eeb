import type { EditRequest } from '../../core/campaign/edits/edit-request.ts'
import { ACTIONS, type Action } from '../../core/campaign/status.ts'
import { answerReport, seenIn } from '../answer-report.ts'
import { orUnknown } from '../api-error.ts'
import { EXAMPLES, LabelsBody, PatchBody, SeedsBody } from '../bodies/edit-bodies.ts'
import { refusalError } from '../refusal-error.ts'
import { route, type Asking } from '../route.ts'
import { assertPublic } from '../public-addresses.ts'
import { reachableSeeds } from '../seed-reach.ts'
import { CampaignView } from '../views/campaign.ts'

/** What all of them have in common. */
const EDIT = {
  tag: 'campaigns',
  scope: 'write',
  headers: ['If-Match'],
  answers: {
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
      bodyExample: EXAMPLES.patch,
      errors: [...REFUSALS, 'memory_full', 'unsatisfiable_spec'],
    },
    (asking) => edit(asking, { kind: 'patch', patch: asking.body }),
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
      (asking) => edit(asking, { kind: action }),
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
    async (asking) => {
      const { id, campaigns, deps } = asking
      const { seeds } = asking.body
      assertPublic(seeds, deps.guard)
      // Before anything is asked of the web for it.
      const { spec } = orUnknown(await campaigns.query(id, 'report', undefined), id)
      await reachableSeeds({ seeds, rate: spec.rate }, deps)
      return edit(asking, { kind: 'seeds', urls: [...new Set(seeds)] })
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
    (asking) => edit(asking, { kind: 'labels', labels: asking.body.labels }),
  ),
]

async function edit(
  { c, id, campaigns }: Asking<unknown, unknown>,
  request: EditRequest,
): Promise<Response> {
  const edited = await campaigns.edit(id, request, seenIn(c.req.header('if-match')))
  const { refusal, report } = orUnknown(edited, id)
  if (refusal !== undefined) throw refusalError(refusal, request, report)
  return answerReport(c, report, 200)
}
