import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { RESPONSE_HEADERS, REQUEST_HEADERS } from '../route.ts'

const MAX_AGE_SECONDS = 600

/**
 * Lets pages of those origins use the API from a browser, with a key; `*` stands for all. To all
 * others it looks as if there were no such thing, preflights included.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const isOpen = origins.includes('*')
  const allow = cors({
    origin: isOpen ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', ...Object.keys(REQUEST_HEADERS)],
    exposeHeaders: Object.keys(RESPONSE_HEADERS),
    maxAge: MAX_AGE_SECONDS,
  })
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && (isOpen || origins.includes(origin))) return allow(c, next)
    // What is answered to others may be kept, and must not be taken for what these are answered.
    if (!isOpen && origins.length > 0) c.header('Vary', 'Origin', { append: true })
    return next()
  }
}

/** The origins that are listed, apart by commas; what is none is told to the operator. */
export function parseOrigins(list: string | undefined, warn: (message: string) => void): string[] {
  const entries = (list ?? '').split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).flatMap((entry) => {
    if (entry === '*' || isOrigin(entry)) return [entry]
    warn(`CORS_ORIGINS: "${entry}" is no origin like https://example.org, and is left out.`)
    return []
  })
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
