import { inject } from 'vitest'
import { call, create, FULL_SPEED, hasEnded, post, until } from './client.ts'
import { happen, listen, receiver } from './webhook-client.ts'

/** What there is to ask about: real campaigns, which have crawled some of the demo site. */
export interface Scene {
  /** One that has ended. */
  ended: string
  /** One that is paused, made for who asks. */
  paused: () => Promise<string>
  /** The id of a key, made for who asks. */
  key: () => Promise<string>
  /** The id of a webhook, made for who asks. */
  webhook: () => Promise<string>
  /** A page that the ended one has read. */
  page: { seq: number; url: string }
}

/** A request, and the status that it must be answered with. */
export interface Exercise {
  status: number
  /** Path parameters; `id` defaults to the ended campaign. */
  path?: Record<string, string>
  /** Includes the question mark. */
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Where every page fails, so that nothing is crawled. */
const NOWHERE = {
  name: 'Nowhere',
  topic: { keywords: ['nothing'] },
  seeds: [inject('nowhere')],
  budget: 1,
}

/**
 * Requests that show what each route does: every success it describes and the errors specific to
 * it. The test itself provokes the common errors (no key, unknown campaign, bad query, no JSON,
 * body too large) on all routes.
 */
export const EXERCISES: Record<string, (scene: Scene) => Exercise[] | Promise<Exercise[]>> = {
  'POST /v1/campaigns': () => [
    { status: 201, body: NOWHERE },
    { status: 201, body: { ...NOWHERE, policy: { name: 'mab_var', arms: ['nr'], eta: 0.1 } } },
    { status: 200, query: '?dryRun=1', body: NOWHERE },
    { status: 400, body: { ...NOWHERE, budget: -1 } },
    { status: 422, body: { ...NOWHERE, budget: 0 } },
  ],
  'GET /v1/campaigns': () => [{ status: 200 }, { status: 200, query: '?limit=1' }],
  'GET /v1/campaigns/{id}': async ({ paused }) => [
    { status: 200 },
    { status: 200, path: { id: await paused() } },
    { status: 304, headers: { 'if-none-match': '<etag>' } },
  ],
  'PATCH /v1/campaigns/{id}': async ({ paused }) => [
    {
      status: 200,
      path: { id: await paused() },
      body: { name: 'Another', scope: { hosts: ['a.test'] } },
    },
    { status: 400, body: {} },
    { status: 412, body: { name: 'Another' }, headers: { 'if-match': '"1"' } },
  ],
  'DELETE /v1/campaigns/{id}': async ({ paused }) => [
    { status: 204, path: { id: await paused() } },
    { status: 412, headers: { 'if-match': '"1"' } },
  ],
  'POST /v1/campaigns/{id}/pause': async ({ paused }) => [
    { status: 200, path: { id: await paused() } },
    { status: 409 },
  ],
  'POST /v1/campaigns/{id}/resume': async ({ paused }) => [
    { status: 200, path: { id: await paused() } },
    { status: 409 },
  ],
  'POST /v1/campaigns/{id}/stop': async ({ paused }) => [
    { status: 200, path: { id: await paused() } },
    { status: 409 },
  ],
  'POST /v1/campaigns/{id}/rebuild': async ({ paused }) => [
    { status: 202 },
    { status: 202, path: { id: await paused() } },
  ],
  'POST /v1/campaigns/{id}/seeds': async ({ paused }) => [
    { status: 200, path: { id: await paused() }, body: { seeds: [`${inject('nowhere')}more`] } },
    { status: 400, body: { seeds: ['http://10.0.0.1/'] } },
  ],
  'POST /v1/campaigns/{id}/labels': ({ page }) => [
    { status: 200, body: { labels: [{ seq: page.seq, score: 1 }] } },
    { status: 200, body: { labels: [{ url: page.url, score: 0 }] } },
    { status: 422, body: { labels: [{ seq: 999_999, score: 1 }] } },
    { status: 400, body: { labels: [{ score: 1 }] } },
  ],
  'GET /v1/campaigns/{id}/pages': () => [
    { status: 200 },
    { status: 200, query: '?limit=2&order=desc' },
    { status: 400, query: '?limit=0' },
    { status: 400, query: '?cursor=nonsense' },
  ],
  'GET /v1/campaigns/{id}/pages/{seq}': ({ page }) => [
    { status: 200, path: { seq: String(page.seq) } },
    { status: 404, path: { seq: '999999' } },
    { status: 404, path: { seq: 'first' } },
  ],
  'GET /v1/campaigns/{id}/export': () => [
    { status: 200 },
    { status: 200, query: '?format=csv&minScore=0.1&limit=3' },
    { status: 200, query: '?format=warc&after=3&status=2xx' },
    { status: 400, query: '?format=xml' },
  ],
  'GET /v1/campaigns/{id}/frontier': () => asOfExercises(),
  'GET /v1/campaigns/{id}/explain': ({ page }) => [
    { status: 200, query: `?url=${encodeURIComponent(page.url)}` },
    { status: 200, query: '?url=http%3A%2F%2Fnever.met%2F' },
    { status: 400 },
  ],
  'GET /v1/campaigns/{id}/skipped': () => asOfExercises(),
  'GET /v1/campaigns/{id}/series': () => asOfExercises(),
  'GET /v1/campaigns/{id}/arms': () => asOfExercises(),
  'GET /v1/campaigns/{id}/decisions': () => [
    { status: 200 },
    { status: 200, query: '?limit=1' },
    { status: 400, query: '?limit=201' },
  ],
  'GET /v1/campaigns/{id}/seeds/suggestions': () => [
    { status: 200 },
    { status: 200, query: '?count=2&method=root_scc&depth=1&perSite=pages&values=pages' },
    { status: 304, headers: { 'if-none-match': '<etag>' } },
    { status: 400, query: '?count=0' },
  ],
  'POST /v1/seed-selections': ({ ended }) => [
    { status: 200, body: { campaigns: [ended] } },
    { status: 400, body: { campaigns: [] } },
    { status: 422, body: { campaigns: ['000000000000000000'] } },
  ],
  'GET /v1/campaigns/{id}/hosts': () => [{ status: 200 }, { status: 200, query: '?limit=1' }],
  'GET /v1/campaigns/{id}/log': () => [{ status: 200 }],
  'POST /v1/campaigns/import': async ({ ended }) => {
    const log = new Uint8Array(await (await call(`/v1/campaigns/${ended}/log`)).arrayBuffer())
    return [
      { status: 201, body: log },
      { status: 422, body: log.slice(0, -1) },
    ]
  },
  'POST /v1/keys': () => [
    { status: 201, body: { name: 'One', scope: 'read', owner: 'acme' } },
    { status: 400, body: { name: 'One', scope: 'root' } },
  ],
  'GET /v1/keys': () => [{ status: 200 }, { status: 200, query: '?limit=1' }],
  'GET /v1/keys/self': () => [{ status: 200 }],
  'DELETE /v1/keys/{key}': async ({ key }) => [
    { status: 200, path: { key: await key() } },
    { status: 404 },
    { status: 404, path: { key: 'nonsense' } },
  ],
  'GET /v1/campaigns/{id}/events': () => [
    { status: 200 },
    { status: 200, query: '?lastEventId=1' },
    { status: 200, headers: { 'last-event-id': '3' } },
    { status: 400, query: '?lastEventId=first' },
  ],
  'POST /v1/webhooks': ({ ended }) => [
    { status: 201, body: { url: receiverUrl() } },
    { status: 201, body: { url: receiverUrl(), campaign: ended, events: ['page.relevant'] } },
    { status: 400, body: { url: 'http://10.0.0.1/' } },
    { status: 400, body: { url: receiverUrl(), secret: 'short' } },
    { status: 422, body: { url: receiverUrl(), campaign: '01m7h3zzzzzzzzzzzz' } },
  ],
  'GET /v1/webhooks': () => [{ status: 200 }],
  'GET /v1/webhooks/{webhook}': async ({ webhook }) => [
    { status: 200, path: { webhook: await webhook() } },
    { status: 404 },
    { status: 404, path: { webhook: 'nonsense' } },
  ],
  'PATCH /v1/webhooks/{webhook}': async ({ webhook }) => [
    { status: 200, path: { webhook: await webhook() }, body: { active: false } },
    { status: 400, path: { webhook: await webhook() }, body: {} },
    { status: 404, body: { active: false } },
  ],
  'DELETE /v1/webhooks/{webhook}': async ({ webhook }) => [
    { status: 204, path: { webhook: await webhook() } },
    { status: 404 },
  ],
  'POST /v1/webhooks/{webhook}/rotate': async ({ webhook }) => [
    { status: 200, path: { webhook: await webhook() } },
    { status: 404 },
  ],
  'POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver': async ({ webhook }) => {
    const path = { webhook: await webhook(), delivery: 'e000' }
    await happen(1)
    return [
      { status: 200, path },
      { status: 404, path: { ...path, delivery: 'e001' } },
      { status: 404, path: { ...path, delivery: 'Nonsense' } },
      { status: 404, path: { delivery: 'e000' } },
    ]
  },
  'POST /v1/webhooks/{webhook}/test': async ({ webhook }) => [
    { status: 200, path: { webhook: await webhook() } },
    { status: 404 },
  ],
  'GET /v1/webhooks/{webhook}/deliveries': async ({ webhook }) => [
    { status: 200, path: { webhook: await webhook() } },
    { status: 200, path: { webhook: await webhook() }, query: '?limit=1' },
    { status: 404 },
  ],
  'GET /metrics': () => [{ status: 200 }],
  'GET /healthz': () => [{ status: 200 }],
  'GET /openapi.json': () => [{ status: 200 }],
  'GET /docs': () => [{ status: 200 }],
}

/** Answers that take more than a request; the test that shows them. */
export const SHOWN_ELSEWHERE: Record<string, string[]> = {
  // Thousands of pages: removal.test.ts.
  'DELETE /v1/campaigns/{id}': ['202'],
}

/** Requests for a route that accepts `asOf`. */
function asOfExercises(): Exercise[] {
  return [
    { status: 200 },
    { status: 200, query: '?asOf=5' },
    { status: 304, headers: { 'if-none-match': '<etag>' } },
    { status: 422, query: '?asOf=999999' },
    { status: 400, query: '?asOf=0' },
  ]
}

export async function setScene(): Promise<Scene> {
  const spec = {
    ...NOWHERE,
    topic: { keywords: ['volcano'] },
    seeds: [inject('demoHome')],
    budget: 12,
    rate: FULL_SPEED,
    policy: 'mab_epsilon',
    limits: { timeoutMs: 1_000 },
  }
  const { id: ended } = await create(spec)
  await until(ended, hasEnded)
  const list = await call(`/v1/campaigns/${ended}/pages?limit=100`)
  const { pages } = await list.json<{ pages: (Scene['page'] & { outcome: string })[] }>()
  return {
    ended,
    paused: pausedCampaign,
    key: newKey,
    webhook: newWebhook,
    page: pages.find(({ outcome }) => outcome === 'ok')!,
  }
}

function receiverUrl(): string {
  return receiver(200).url
}

async function newWebhook(): Promise<string> {
  return (await listen(receiverUrl())).id
}

async function newKey(): Promise<string> {
  const answer = await post('/v1/keys', { name: 'To be revoked', scope: 'read' })
  return (await answer.json<{ id: string }>()).id
}

async function pausedCampaign(): Promise<string> {
  const { id } = await create(NOWHERE)
  await call(`/v1/campaigns/${id}/pause`, { method: 'POST' })
  return id
}
