import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { EndlessSite, USUAL_PAGES } from '../../src/lab/bench/endless-web.ts'
import { articleHtml } from './article-html.ts'
import type { ArticleServerOptions } from './articles.ts'

const { sites, answerMs, gzip } = JSON.parse(process.argv[2]!) as ArticleServerOptions

/** Each port is a site of its own to the crawler. */
const servers = await Promise.all(Array.from({ length: sites }, listen))
const site = new EndlessSite(servers.map(originOf), USUAL_PAGES)
for (const server of servers) answer(server)
process.send!(site.home)
process.once('disconnect', () => process.exit())

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(server: Server): void {
  const origin = originOf(server)
  server.on('request', ({ url = '/' }, response) => {
    if (/\.\w+$/.test(url)) return response.writeHead(404).end()
    const html = articleHtml(site.page(url), origin + url)
    const body = gzip ? gzipSync(html) : Buffer.from(html)
    const coding = gzip ? { 'content-encoding': 'gzip' } : {}
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...coding })
    return answerMs === 0 ? response.end(body) : setTimeout(() => response.end(body), answerMs)
  })
}
