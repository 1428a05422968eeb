import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The files a browser may load, by their paths: the dashboard, and below client/ the modules it
 * shares with the command line. A module's relative imports hold in both trees:
 * `../../client/format.js` leads from /main.js to /client/format.js, since a URL has no parent above
 * its root.
 */
export function dashboardFiles(): Map<string, string> {
  const own = filesIn(join(SOURCES, 'dashboard/public'))
  const shared = filesIn(join(SOURCES, 'client')).filter(([name]) => name.endsWith('.js'))
  return new Map([...own, ...shared.map(([name, path]) => [`client/${name}`, path] as const)])
}

function filesIn(folder: string): (readonly [string, string])[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path] as const)
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface Asset {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** Serves the dashboard from memory, as Cloudflare does: same headers, same validators. */
export function dashboard(): (request: Request) => Response | undefined {
  const files = dashboardFiles()
  const headers = headersForAll(readFileSync(files.get('_headers')!, 'utf8'))
  files.delete('_headers')
  const assets = new Map([...files].map(([name, path]) => [`/${name}`, assetOf(path, headers)]))
  assets.set('/', assets.get('/index.html')!)
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const { pathname } = new URL(request.url)
    if (pathname === '/index.html')
      return new Response(null, { status: 307, headers: { location: '/' } })
    const asset = assets.get(pathname)
    return asset && answer(asset, request)
  }
}

function answer({ body, headers }: Asset, request: Request): Response {
  const isKnown = request.headers.get('if-none-match')?.includes(headers['etag']!)
  if (isKnown) {
    const { 'content-length': _, ...rest } = headers
    return new Response(null, { status: 304, headers: rest })
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

function assetOf(path: string, headers: Record<string, string>): Asset {
  const body = new Uint8Array(readFileSync(path))
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  return {
    body,
    headers: {
      ...headers,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=0, must-revalidate',
      etag,
    },
  }
}

/** Reads the part of Cloudflare's `_headers` that is for all files. */
function headersForAll(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\s+\S+:/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}
