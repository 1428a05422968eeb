import { Parser } from 'htmlparser2'
import { ODDITIES } from '../../demo/oddities/all.ts'
import type { DemoSite } from '../../demo/site.ts'

export const ORIGINS = [1, 2, 3, 4, 5].map((host) => `http://127.0.0.1:${9000 + host}`)

export interface FetchResult {
  url: string
  depth: number
  html: string
  /** Links as written, resolved; mail addresses and scripts included. */
  links: readonly URL[]
  mentions: number
}

/** Visits the ordinary pages of the site in breadth-first order. */
export function walk(site: DemoSite): FetchResult[] {
  const depths = new Map([[site.home, 0]])
  const visits: FetchResult[] = []
  for (const [url, depth] of depths) {
    const visit = visitPage(site, url, depth)
    visits.push(visit)
    for (const link of visit.links) {
      const next = addressOf(link)
      if (!isWeb(link) || isOdd(site, link) || depths.has(next)) continue
      depths.set(next, depth + 1)
    }
  }
  return visits
}

export function isWeb(link: URL): boolean {
  return link.protocol === 'http:'
}

export function isOdd(site: DemoSite, link: URL): boolean {
  return ODDITIES.some(({ host, path }) => site.origins[host] + path === link.href)
}

/** A page that only links to volcanoes mentions them five times at most. */
export function isOnTopic(visit: FetchResult): boolean {
  return visit.mentions > 5
}

function visitPage(site: DemoSite, url: string, depth: number): FetchResult {
  const html = String(site.answer(url).body)
  return { url, depth, html, links: linksOf(html, url), mentions: mentionsIn(html) }
}

function linksOf(html: string, base: string): URL[] {
  const links: URL[] = []
  const onopentag = (name: string, { href }: Record<string, string>) => {
    if (name === 'a' && href !== undefined) links.push(new URL(href, base))
  }
  new Parser({ onopentag }).end(html)
  return links
}

function mentionsIn(html: string): number {
  const main = html.slice(html.indexOf('<main>'), html.indexOf('</main>'))
  const text = main.replace(/<[^>]*>/g, ' ')
  return text.match(/volcano|lava|eruption|magma|crater/gi)?.length ?? 0
}

function addressOf(link: URL): string {
  return link.origin + link.pathname
}
