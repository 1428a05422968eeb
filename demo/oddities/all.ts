import type { Page } from '../plan.ts'
import { createRng } from '../rng.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import { BODIES } from './bodies.ts'
import { CLOSED } from './closed.ts'
import { FAILURES } from './failures.ts'
import { MOVES } from './moves.ts'
import type { Oddity } from './oddity.ts'
import { AUDIO_GUIDE, CALENDAR } from './traps.ts'

export const ODDITIES: readonly Oddity[] = [
  ...CLOSED,
  ...MOVES,
  ...FAILURES,
  ...BODIES,
  CALENDAR,
  AUDIO_GUIDE,
]

export function findOddity(host: number, pathname: string): Oddity | undefined {
  return ODDITIES.find(
    (oddity) =>
      oddity.host === host &&
      (oddity.path.split('?')[0] === pathname || oddity.family?.test(pathname) === true),
  )
}

/** Which page links which oddities, by id of page. */
type Placement = ReadonlyMap<number, readonly Oddity[]>

/**
 * Each oddity is linked from one page of its own neighbourhood and from one about volcanoes
 * anywhere, so that a focused campaign meets them as surely as a wandering one.
 */
export function placeOddities(pages: readonly Page[]): Placement {
  const placement = new Map<number, Oddity[]>()
  for (const oddity of ODDITIES) {
    for (const page of hostsOf(oddity, pages)) {
      placement.set(page.id, [...(placement.get(page.id) ?? []), oddity])
    }
  }
  return placement
}

function hostsOf(oddity: Oddity, pages: readonly Page[]): Set<Page> {
  const rng = createRng('placement', oddity.name)
  const articles = pages.filter((page) => page.kind === 'article')
  const at = articles.filter(({ host, topic }) => host === oddity.host && topic === oddity.near)
  const about = articles.filter(({ topic }) => topic === VOLCANOES)
  const fronts = pages.filter(({ host, kind }) => host === oddity.host && kind === 'front')
  return new Set([rng.pick(at), rng.pick(about), ...(oddity.onFront === true ? fronts : [])])
}
