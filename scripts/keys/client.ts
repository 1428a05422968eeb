import { CannotDo } from './cannot-do.ts'
import type { Installation } from './installation.ts'

export interface Key {
  id: string
  owner: string
  name: string
  scope: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

export interface KeyPart {
  keys: Key[]
  next: string | null
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response> | Response

/** Asks the API; what it refuses is told in its own words. */
export async function ask<T>(
  { url, apiKey }: Installation,
  fetch: Fetch,
  method: string,
  { path, body }: { path: string; body?: object },
): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await send(fetch, url + path, init)
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as T
  throw new CannotDo(`${url} answered ${answer.status}: ${reason(text)}`, 1)
}

async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new CannotDo(`Nothing answers at ${new URL(url).origin}. Is it running?`, 1)
  }
}

/** Not every answer need be of the API: a proxy may have spoken. */
function reason(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message
  } catch {
    return text.slice(0, 200)
  }
}
