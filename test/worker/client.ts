import { exports } from 'cloudflare:workers'
import { TEST_KEY } from './test-key.ts'

const worker = (exports as unknown as { default: Fetcher }).default

/** The API as a client sees it, from inside workerd. */
export function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${TEST_KEY}`,
    ...(init.headers as Record<string, string>),
  }
  return worker.fetch(`http://dowser.test${path}`, { ...init, headers })
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
    perPage: Record<'rowsWritten' | 'd1RowsWritten' | 'requests', number> | null
    dollarsPerMillionPages: number | null
  }
}

export interface Pages {
  pages: { seq: number; url: string; outcome: string; score: number; title: string | null }[]
  next: string | null
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

export const hasEnded = ({ status }: Campaign) => status === 'completed'

/** As fast as the site answers. */
export const FULL_SPEED = { perMinute: 60_000, hostDelayMs: 0 }
