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
      summary: 'How the arms of a policy do',
      description:
        'How often each was played and what that brought; which is in favour; of a bandit that ' +
        'explores in phases, where it stands. A policy of one estimator has one arm.',
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

const DecisionsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}$/, Number)),
  limit: limitOf(200, 20),
})

export const decisionRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/decisions',
      tag: 'insight',
      scope: 'read',
      summary: 'Why each node was chosen',
      description:
        'Newest first: who chose it, what was expected of it, and `why` in words. No more than ' +
        '1,000 records of the log are read at a time, so that a part may have fewer than `limit`, ' +
        'or none, and there is a `next` all the same.',
      query: DecisionsQuery,
      responses: { 200: { description: 'A part of the decisions', schema: DecisionList } },
      errors: ['campaign_busy'],
    },
    async ({ c, id, query: { cursor: before, limit }, campaigns }) => {
      const asked = { from: before, limit: limit + 1 }
      const part = orNotFound(await campaigns.query(id, 'decisions', asked), id)
      const shown = part.decisions.slice(0, limit)
      const from = part.decisions.length > limit ? shown.at(-1)!.seq : part.from
      const cursor = encodeCursor(String(from))
      const path = `/v1/campaigns/${id}/decisions?limit=${limit}&cursor=${cursor}`
      return c.json({ decisions: shown.map(decisionView), next: from > 1 ? path : null })
    },
  ),
]

const FrontierQuery = strictObject({ limit: limitOf(200, 20), asOf: AsOf })

export const frontierRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/frontier',
      tag: 'insight',
      scope: 'read',
      summary: 'What a campaign would fetch next',
      description:
        'The top of the frontier in the order of the policy, were nothing learned meanwhile: what ' +
        'is expected of each page, what that is made of, and when its host may be asked. Looking ' +
        'changes nothing of the crawl: a regression, which estimates its frontier anew bit by ' +
        'bit, shows the order it has come to.',
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
      summary: 'Why a URL was fetched then, is not yet, or never will be',
      description:
        '`crawled`: what came of it and the choice behind it. `waiting`: all that stands in its ' +
        'way. `reserved`: it is next. `never`: why it will not be fetched, and what would change ' +
        'that. `unknown`: no page led there, or the link was not taken; how one would be judged, ' +
        'were the campaign to go on if it does not run.',
      query: ExplainQuery,
      responses: { 200: { description: 'Where the URL stands', schema: ExplanationView } },
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
          description: 'What was skipped',
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
  points: z._default(wholeNumberAs(2, 500, 'How many points to answer with at most.'), 100),
  asOf: AsOf,
})

export const seriesRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/series',
      tag: 'insight',
      scope: 'read',
      summary: 'The course of a campaign',
      description:
        'Score, harvest rate, frontier, cost and arms over time, from the first record to now, ' +
        'in points at even distances. It costs the same after a million pages.',
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
      summary: 'The hosts a campaign has met',
      description:
        'In order of discovery: how many of their pages wait, when they were asked and may be ' +
        'asked again, and what their robots.txt asks for.',
      query: HostsQuery,
      responses: { 200: { description: 'A part of the hosts', schema: HostList } },
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
