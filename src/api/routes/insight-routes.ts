import type { DecisionsPart } from '../../core/campaign/insight/decisions.ts'
import { answerAsOf, AS_OF_ERRORS, AsOfQuery, UNCHANGED, AsOf } from '../as-of/as-of.ts'
import { route } from '../route.ts'
import { ArmsView, armsView } from '../views/arms.ts'
import * as z from 'zod/mini'
import { orNotFound } from '../http/http-error.ts'
import { cursorOf, encodeCursor, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { DecisionList, decisionView } from '../views/decision.ts'
import { FrontierView, frontierView } from '../views/frontier.ts'
import { Url } from '../bodies/url.ts'
import { ExplanationView, explanationView } from '../views/explanation.ts'
import { SkippedView } from '../views/skipped.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import { SeriesView, seriesView } from '../views/series.ts'
import { HostList, hostView } from '../views/host.ts'

export const armsRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/arms',
      tag: 'insight',
      scope: 'read',
      summary: 'Get the arms of a policy',
      description:
        'How often each arm was played and what it earned, which one is the favourite, and the phase ' +
        'of a bandit that explores in phases. A policy with one estimator has one arm.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      responses: {
        200: { description: 'The arms', schema: ArmsView, headers: ['ETag', 'Cache-Control'] },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (request) => answerAsOf(request, 'arms', undefined, armsView),
  ),
]

/** The list continues before that record, after so many decisions. */
interface DecisionPosition {
  before: number
  skip: number
}

function readDecisionPosition(position: string): DecisionPosition {
  const [before = 0, skip = 0] = position.split('+').map(Number)
  return { before, skip }
}

const DecisionsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}(\+\d{1,3})?$/, readDecisionPosition)),
  limit: limitOf(200, 20),
})

export const decisionRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/decisions',
      tag: 'insight',
      scope: 'read',
      summary: 'List decisions: why each page was chosen',
      description:
        'Newest first: which estimator chose, what it expected, and `why` in words. At most 1,000 ' +
        'records of the log are read at a time, so a part may have fewer entries than `limit`, or ' +
        'none, although there is a `next`.',
      query: DecisionsQuery,
      responses: { 200: { description: 'Decisions', schema: DecisionList } },
      errors: ['campaign_busy'],
    },
    async ({ c, id, query: { cursor, limit }, campaigns }) => {
      const { before, skip } = cursor ?? { before: undefined, skip: 0 }
      const end = skip + limit
      const part = orNotFound(
        await campaigns.query(id, 'decisions', { from: before, limit: end + 1 }),
        id,
      )
      const shown = part.decisions.slice(skip, end)
      const position = part.decisions.length > end ? afterDecision(part, end) : String(part.from)
      const path = `/v1/campaigns/${id}/decisions?limit=${limit}&cursor=${encodeCursor(position)}`
      const next = part.decisions.length > end || part.from > 1 ? path : null
      return c.json({ decisions: shown.map(decisionView), next })
    },
  ),
]

/** A record may hold several decisions, and a part end between two of them. */
function afterDecision({ decisions }: DecisionsPart, end: number): string {
  const { seq } = decisions[end - 1]!
  const ofRecord = decisions.slice(0, end).filter((decision) => decision.seq === seq).length
  return `${seq + 1}+${ofRecord}`
}

const FrontierQuery = strictObject({ limit: limitOf(200, 20), asOf: AsOf })

export const frontierRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/frontier',
      tag: 'insight',
      scope: 'read',
      summary: 'Preview what would be fetched next',
      description:
        'The top of the frontier in the order of the policy, if nothing more were learned: the ' +
        'estimate of each page, its terms, and when its host may be requested. The preview never ' +
        'changes the crawl: a regression, which updates its estimates gradually, shows its ' +
        'current order.',
      query: FrontierQuery,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'The top of the frontier',
          schema: FrontierView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (request) => answerAsOf(request, 'frontier', request.query.limit, frontierView),
  ),
]

const ExplainQuery = strictObject({ url: Url })

export const explainRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/explain',
      tag: 'insight',
      scope: 'read',
      summary: 'Explain what became of a URL, and why',
      description:
        '`crawled`: what came of it and the choice behind it. `waiting`: all that stands in its ' +
        'way. `reserved`: it is next. `never`: why it will not be fetched, and what would change ' +
        'that. `unknown`: no page led there, or the link was not taken; how one would be judged, ' +
        'were the campaign to go on if it does not run.',
      query: ExplainQuery,
      responses: { 200: { description: 'The explanation', schema: ExplanationView } },
      errors: ['campaign_busy'],
    },
    async ({ c, id, query: { url }, campaigns, deps }) => {
      const isPrivate = !deps.guard.judge(url).allowed
      const args = { url, isPrivate, now: deps.now() }
      const answer = orNotFound(await campaigns.query(id, 'explain', args), id)
      return c.json(explanationView(answer))
    },
  ),
]

export const skippedRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/skipped',
      tag: 'insight',
      scope: 'read',
      summary: 'What a campaign found and does not fetch',
      description:
        'Links that did not enter the frontier and pages that will not be fetched, by reason: ' +
        'how many, what it means, and what you can do about it.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'The reasons with their counts',
          schema: SkippedView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (request) => answerAsOf(request, 'skipped', undefined, (skipped) => skipped),
  ),
]

const SeriesQuery = strictObject({
  points: z._default(wholeNumberAs(2, 500, 'The maximum number of points.'), 100),
  asOf: AsOf,
})

export const seriesRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/series',
      tag: 'insight',
      scope: 'read',
      summary: 'Get the progress of a campaign over time',
      description:
        'Score, harvest rate, frontier, cost and arms in evenly spaced points from the first record ' +
        'to now. It costs the same after a million pages.',
      query: SeriesQuery,
      headers: ['If-None-Match'],
      responses: {
        200: { description: 'The points', schema: SeriesView, headers: ['ETag', 'Cache-Control'] },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (request) => answerAsOf(request, 'series', request.query.points, seriesView),
  ),
]

const HostsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,9}$/, Number)),
  limit: limitOf(1000, 100),
})

export const hostRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/hosts',
      tag: 'insight',
      scope: 'read',
      summary: 'List the hosts of a campaign',
      description:
        'In order of discovery: pages in the frontier, the last and the next request, and what ' +
        'robots.txt asks for.',
      query: HostsQuery,
      responses: { 200: { description: 'Hosts', schema: HostList } },
    },
    async ({ c, id, query: { cursor: from, limit }, campaigns }) => {
      const found = orNotFound(await campaigns.query(id, 'hosts', { from, limit: limit + 1 }), id)
      const { shown, next } = partOf(
        found,
        limit,
        (host) => host.id,
        (cursor) => `/v1/campaigns/${id}/hosts?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ hosts: shown.map(hostView), next })
    },
  ),
]
