import { exports } from 'cloudflare:workers'
import { inject } from 'vitest'
import { ApiDescription, type OpenApi } from '../fixtures/api-description.ts'
import { breaches } from './conforms.ts'
import { TEST_KEY } from './test-key.ts'

const worker = (exports as unknown as { default: Fetcher }).default

/**
 * The API as a client sees it, from inside workerd. Whatever a test is about, each request and its
 * answer must be as the API describes them.
 */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${TEST_KEY}`,
    ...(init.headers as Record<string, string>),
  }
  const raw = await worker.fetch(`http://dowser.test${path}`, { ...init, headers })
  unread.add(raw)
  const isJson = raw.headers.get('content-type')?.startsWith('application/json')
  const text = isJson ? await raw.text() : undefined
  const method = init.method ?? 'GET'
  const body = typeof init.body === 'string' ? init.body : undefined
  const wrong = breaches(await served(), { method, path, body, answer: raw, text })
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return text === undefined || method === 'HEAD' ? raw : new Response(text, raw)
}

/** Answers whose body a test may have left unread. */
const unread = new Set<Response>()

/** Gives up what a file left unread: the next one shares the Worker, and its limits. */
export async function cancelUnread(): Promise<void> {
  const bodies = Array.from(unread, ({ body }) => body)
  unread.clear()
  for (const body of bodies) if (body?.locked === false) await body.cancel()
}

let description: Promise<ApiDescription> | undefined

/** The API description as a client gets it. */
export function served(): Promise<ApiDescription> {
  description ??= worker
    .fetch('http://dowser.test/openapi.json')
    .then(async (answer) => new ApiDescription(await answer.json<OpenApi>()))
  return description
}

export function post(path: string, body?: unknown): Promise<Response> {
  return call(path, { method: 'POST', body: JSON.stringify(body ?? {}) })
}

export async function getJson<T = Campaign>(path: string): Promise<T> {
  return (await call(path)).json()
}

/** What the tests read of a campaign. */
export interface Campaign {
  id: string
  status: string
  statusReason: string | null
  availableActions: string[]
  nextTickAt: string | null
  progress: Record<string, number>
  cost: {
    perPage: Record<'rowsWritten' | 'resultRowsWritten' | 'requests', number> | null
    dollarsPerMillionPages: number | null
  }
}

export interface Pages {
  pages: { seq: number; url: string; outcome: string; score: number; title: string | null }[]
  next: string | null
}

/** What an error says. */
interface Refusal {
  status: number
  code: string
  message: string
  details: { path: string; message: string }[]
  requestId: string
}

export async function refusal(answer: Response): Promise<Refusal> {
  const { error } = await answer.json<{ error: Omit<Refusal, 'status'> }>()
  return { status: answer.status, ...error }
}

export async function create(spec: object): Promise<Campaign> {
  const answer = await post('/v1/campaigns', spec)
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

/** Polls as a client would, until `isDone`. */
export async function until(
  id: string,
  isDone: (campaign: Campaign) => boolean,
): Promise<Campaign> {
  for (;;) {
    const campaign = await getJson(`/v1/campaigns/${id}`)
    if (isDone(campaign)) return campaign
    await scheduler.wait(20)
  }
}

/** A fetch that is under way when a campaign is paused is still recorded. */
export async function settled(id: string): Promise<void> {
  const isUnderWay = async () =>
    (await getJson<{ reserved: unknown[] }>(`/v1/campaigns/${id}/frontier`)).reserved.length > 0
  while (await isUnderWay()) await scheduler.wait(20)
}

export const hasEnded = ({ status }: Campaign) => status === 'completed'

/** The campaign is limited only by how fast the site answers. */
export const FULL_SPEED = { perMinute: 60_000, hostDelayMs: 0 }

/** A campaign on the demo site. */
export function volcanoes(budget: number, rate: object = FULL_SPEED) {
  return {
    name: 'Volcanoes',
    topic: { keywords: ['volcano', 'lava'] },
    seeds: [inject('demoHome')],
    budget,
    rate,
    limits: { timeoutMs: 1_000 },
  }
}
