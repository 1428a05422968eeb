import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { Link } from '../../src/core/campaign/fetch/source.ts'
import { EndlessSite, type PageShape, type SitePage } from '../../src/lab/bench/endless-web.ts'

const HOSTS = 3

export interface SiteServer {
  home: string
  stop(): Promise<void>
}

/** The endless site over HTTP, for this machine alone. */
export async function serveSite(shape: PageShape): Promise<SiteServer> {
  const servers = await Promise.all(Array.from({ length: HOSTS }, listen))
  const site = new EndlessSite(servers.map(originOf), shape)
  for (const server of servers) answer(server, site)
  return { home: site.home, stop: () => closeAll(servers) }
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(server: Server, site: EndlessSite): void {
  server.on('request', ({ url = '/' }, response) => {
    if (url === '/robots.txt') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return response.end(toHtml(site.page(url)))
  })
}

function toHtml({ title, text, links }: SitePage): string {
  const paragraphs = links.map(toParagraph).join('\n')
  return `<!doctype html>\n<title>${title}</title>\n<p>${text}</p>\n${paragraphs}\n`
}

function toParagraph({ url, anchor, window }: Link): string {
  const before = window.slice(0, -anchor.length)
  return `<p>${before}<a href="${url}">${anchor}</a></p>`
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => once(server, 'close'))
  for (const server of servers) server.close().closeAllConnections()
  await Promise.all(closed)
}

export interface FolderServer {
  origin: string
  stop(): Promise<void>
}

/** The HTML files of a folder over HTTP, for this machine alone. */
export async function serveFolder(folder: string): Promise<FolderServer> {
  const server = createServer(({ url = '/' }, response) => {
    const file = join(folder, pathIn(url))
    if (!file.endsWith('.html') || !existsSync(file) || !statSync(file).isFile()) {
      return response.writeHead(404).end()
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return response.end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close().closeAllConnections()
    },
  }
}

/** The path never leads above the folder. */
function pathIn(url: string): string {
  return normalize(`/${decodeURIComponent(new URL(url, 'http://folder').pathname)}`)
}
