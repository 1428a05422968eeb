import { answerHtml, answerText, type DemoAnswer } from './answer.ts'
import { writeNotFound } from './frame.ts'
import { linkPages } from './links.ts'
import { findOddity, placeOddities } from './oddities/all.ts'
import { planPages } from './plan.ts'
import { DEMO_HOSTS } from './publications.ts'
import { writePage } from './write-page.ts'

export { DEMO_HOSTS } from './publications.ts'

/** A small web that is the same in every run, but for its origins. */
export interface DemoSite {
  origins: readonly string[]
  /** The page to seed a campaign with. */
  home: string
  /** Ordinary pages; oddities and traps come on top. */
  pageCount: number
  answer(url: string): DemoAnswer
}

export function createDemoSite(origins: readonly string[]): DemoSite {
  if (origins.length !== DEMO_HOSTS) {
    throw new RangeError(`the demo site needs ${DEMO_HOSTS} origins, not ${origins.length}`)
  }
  const pages = planPages()
  const links = linkPages(pages)
  const placement = placeOddities(pages)
  const addresses = new Map(pages.map((page) => [origins[page.host]! + page.path, page]))

  const answer = (url: string): DemoAnswer => {
    const request = URL.parse(url)
    const host = request === null ? -1 : origins.indexOf(request.origin)
    if (request === null || host === -1) return missing(0)
    if (request.pathname === '/robots.txt') return answerRobots(host)
    const page = addresses.get(request.origin + request.pathname)
    if (page === undefined) {
      return findOddity(host, request.pathname)?.answer(request, origins) ?? missing(host)
    }
    const oddities = placement.get(page.id) ?? []
    return answerHtml(writePage({ page, pages, links: links[page.id]!, oddities, origins }))
  }
  const missing = (host: number) => answerHtml(writeNotFound(host, origins), { status: 404 })

  return { origins, home: `${origins[0]}/`, pageCount: pages.length, answer }
}

/** One robots.txt a host; the museum has none. */
const ROBOTS: readonly (string | undefined)[] = [
  'User-agent: *\nDisallow: /private/\nDisallow: /search\n',
  // A group for somebody else comes first; for the rest an empty rule allows everything.
  'User-agent: GreedyBot\nDisallow: /\n\nUser-agent: *\nDisallow:\n',
  undefined,
  'User-agent: *\nCrawl-delay: 1\nDisallow: /print/\n',
  // Windows line ends, comments, a wildcard, and an exception longer than its rule.
  [
    '# be kind, we are four people and one server',
    'user-agent: *  # everybody',
    'Disallow: /*?sort=',
    'Disallow: /members/',
    'Allow: /members/welcome',
    '',
  ].join('\r\n'),
]

function answerRobots(host: number): DemoAnswer {
  const text = ROBOTS[host]
  return text === undefined ? answerText('not found\n', { status: 404 }) : answerText(text)
}
