import { answerHtml, answerText, type DemoAnswer } from '../../demo/answer.ts'
import type { Outcome } from '../../src/core/campaign/outcomes.ts'
import { draw } from '../../src/lib/draw.ts'
import { fingerprint } from '../../src/lib/fingerprint.ts'
import type { CampaignKind } from './campaign-kinds.ts'

/** Numbers of the pages that are linked more than once: more of them than any budget. */
const NUMBERED_PAGES = 3_000
const BARRED_EVERY = 25
const REDIRECT_EVERY = 13
const MISSING_EVERY = 17
const SLOW_EVERY = 4
const SLOW_MS = 10

export const SEED_PAGE = ''

/**
 * A web without end, each page a function of its address. The first part of a path is the name of
 * the campaign that crawls it, which tells the campaigns apart in the access log.
 */
export function answerFor(path: string, kind: CampaignKind, origins: string[]): DemoAnswer {
  const hash = fingerprint(path).low
  const manner = { delayMs: kind.answerMs + (hash % SLOW_EVERY === 0 ? SLOW_MS : 0) }
  switch (outcomeOf(path)) {
    case 'http_error':
      return answerText('no such page\n', { ...manner, status: 404 })
    case 'redirect': {
      const location = linksOf(path, kind, origins)[0]!
      return answerText('', { ...manner, status: 302, headers: { location } })
    }
    case 'ok':
    case 'disallowed':
      return answerHtml(pageOf(path, linksOf(path, kind, origins)), manner)
  }
}

export function robotsOf(host: number, { crawlDelaySeconds }: CampaignKind): string {
  const delay = host === 0 && crawlDelaySeconds > 0 ? `Crawl-delay: ${crawlDelaySeconds}\n` : ''
  return `User-agent: *\n${delay}Disallow: /*/barred/\n`
}

/** What must come of a fetch that no crash interrupts. */
export function outcomeOf(
  path: string,
): Extract<Outcome, 'ok' | 'redirect' | 'http_error' | 'disallowed'> {
  const [, , page = SEED_PAGE] = path.split('/')
  const hash = fingerprint(path).high
  if (page === SEED_PAGE) return 'ok'
  if (page === 'barred') return 'disallowed'
  if (hash % REDIRECT_EVERY === 0) return 'redirect'
  return hash % MISSING_EVERY === 0 ? 'http_error' : 'ok'
}

export function campaignOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function linksOf(path: string, kind: CampaignKind, origins: string[]): string[] {
  const seed = fingerprint(path).low
  const name = kind.unique ? uniqueName : numberedName
  return Array.from({ length: kind.links }, (_, i) => {
    const folder = draw(seed, -i) % BARRED_EVERY === 0 ? 'barred/' : ''
    const target = `/${campaignOf(path)}/${folder}${name(seed, i)}`
    // The path decides the host, so that each page has one address.
    return origins[fingerprint(target).low % origins.length]! + target
  })
}

function numberedName(seed: number, i: number): string {
  return String(draw(seed, i) % NUMBERED_PAGES)
}

/** Long, and without a pattern that front coding or compression would profit from. */
function uniqueName(seed: number, i: number): string {
  const part = (n: number) => draw(seed, 8 * i + n).toString(36)
  return [0, 1, 2, 3, 4, 5].map(part).join('')
}

function pageOf(path: string, links: string[]): string {
  const hash = fingerprint(path).low
  // A page that says what another said is a duplicate, and leads nowhere.
  const own = Array.from({ length: 20 }, (_, i) => draw(hash, -i).toString(36)).join(' ')
  const text = hash % 3 === 0 ? 'A volcano, its lava, and the volcano next to it. ' : 'Of gardens. '
  const anchors = links.map((link, i) => {
    const about = draw(hash, i) % 5 === 0 ? 'a volcano' : 'a garden'
    return `<li><a href="${link}">${about}</a></li>`
  })
  return `<!doctype html><title>${path}</title><p>${text.repeat(1 + (hash % 4))}${own}</p><ul>${anchors.join('\n')}</ul>`
}
