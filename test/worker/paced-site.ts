import { onLoopback, type LoopbackServer } from '../fixtures/loopback.ts'

/** A request for a page or robots.txt, when it arrived. */
interface PacedEntry {
  at: number
  path: string
}

const LINKS = 12

/**
 * A small web without end. `/~log` lists its requests, `/~delay/2` makes its robots.txt
 * ask for that many seconds between requests, `/~busy` makes it turn the next request away.
 */
export function startPacedSite(): Promise<LoopbackServer> {
  const entries: PacedEntry[] = []
  let robots = ''
  let isBusy = false
  return onLoopback((request, response) => {
    const path = request.url ?? '/'
    const [, order, value] = /^\/~(\w+)\/?(.*)$/.exec(path) ?? []
    if (order === 'log') return void response.end(JSON.stringify(entries))
    if (order === 'delay') robots = `user-agent: *\ncrawl-delay: ${value}`
    if (order === 'busy') isBusy = true
    if (order !== undefined) return void response.end()
    entries.push({ at: Date.now(), path })
    if (path === '/robots.txt') return void response.end(robots)
    if (isBusy) {
      isBusy = false
      return void response.writeHead(429, { 'retry-after': '2' }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageAt(path))
  })
}

/** Each campaign has a folder of its own, which tells them apart in the log. */
function pageAt(path: string): string {
  const [, folder, page = '0'] = path.split('/')
  const links = Array.from({ length: LINKS }, (_, i) => {
    const target = (LINKS * Number(page) + i + 1) % 5_000
    return `<a href="/${folder}/${target}">volcano</a>`
  })
  // A page that says what another said is a duplicate, and leads nowhere.
  const own = Array.from({ length: 30 }, (_, i) => `${folder}${page}x${i}`).join(' ')
  return `<title>${path}</title><p>volcano ${own}</p>${links.join(' ')}`
}
