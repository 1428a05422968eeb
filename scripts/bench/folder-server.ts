import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'

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

/** Never above the folder. */
function pathIn(url: string): string {
  return normalize(`/${decodeURIComponent(new URL(url, 'http://folder').pathname)}`)
}
