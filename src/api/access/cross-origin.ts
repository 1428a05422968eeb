import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { RESPONSE_HEADERS, REQUEST_HEADERS } from '../route.ts'

const MAX_AGE_SECONDS = 600

/**
 * Lets pages of those origins use the API from a browser, with a key; `*` stands for all. Other
 * origins get no CORS headers at all, not even for preflights.
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
    // A cached response for another origin must not be used for these.
    if (!isOpen && origins.length > 0) c.header('Vary', 'Origin', { append: true })
    return next()
  }
}

/** Parses a comma-separated list of origins; warns the operator of invalid entries. */
export function parseOrigins(list: string | undefined, warn: (message: string) => void): string[] {
  const entries = (list ?? '').split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).flatMap((entry) => {
    if (entry === '*' || isOrigin(entry)) return [entry]
    warn(`CORS_ORIGINS: "${entry}" is ignored; write an origin such as https://example.org.`)
    return []
  })
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
