import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { onLoopback } from '../fixtures/loopback.ts'

export interface Site {
  origin: string
  /** Paths asked for, in order. */
  asked: string[]
}

/** A real server for the length of one test. */
export async function serve(handler: RequestListener): Promise<Site> {
  const asked: string[] = []
  const { origin, close } = await onLoopback((request, response) => {
    asked.push(request.url ?? '')
    handler(request, response)
  })
  onTestFinished(close)
  return { origin, asked }
}

/** An address where nobody listens. */
export async function refusedOrigin(): Promise<string> {
  const { origin, close } = await onLoopback(() => {})
  close()
  return origin
}
