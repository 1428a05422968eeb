import { answerHtml, type DemoAnswer } from '../answer.ts'
import { sectionPath } from '../publications.ts'
import { NOTES } from '../topics/notes.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import type { Oddity } from './oddity.ts'

/** Redirects that lead somewhere, and some that never do. */
export const MOVES: readonly Oddity[] = [
  {
    name: 'permanent redirect, relative',
    host: 0,
    path: '/wiki/vulcanology',
    lure: 'The science of volcanoes has an entry of its own, {link}.',
    anchor: 'vulcanology',
    near: VOLCANOES,
    answer: () => redirect(301, sectionPath(0, VOLCANOES.slug)),
  },
  {
    name: 'permanent redirect, absolute',
    host: 1,
    path: '/go/volcano-hall',
    lure: 'On a rainy day the craters can wait; go to {link}.',
    anchor: 'the volcano hall of the museum',
    near: VOLCANOES,
    answer: (_, origins) => redirect(308, origins[2] + sectionPath(2, VOLCANOES.slug)),
  },
  {
    name: 'temporary redirect, relative',
    host: 1,
    path: '/latest/eruption',
    lure: 'Where lava can be seen this month is kept up to date in {link}.',
    anchor: 'our latest eruption',
    near: VOLCANOES,
    answer: () => redirect(302, `..${sectionPath(1, VOLCANOES.slug)}`),
  },
  {
    name: 'temporary redirect, absolute',
    host: 4,
    path: '/out/volcano-trips',
    lure: 'Somebody posted {link}, with craters.',
    anchor: 'a list of volcano trips',
    near: NOTES,
    answer: (_, origins) => redirect(307, origins[1] + sectionPath(1, VOLCANOES.slug)),
  },
  {
    name: 'redirect to itself',
    host: 4,
    path: '/login',
    lure: 'To answer, {link}.',
    anchor: 'log in',
    near: NOTES,
    onFront: true,
    answer: () => redirect(302, '/login'),
  },
  {
    name: 'redirect loop of two',
    host: 4,
    path: '/moved/volcano-board',
    family: /^\/moved\/crater-board$/,
    lure: 'Talk about craters belongs on {link}.',
    anchor: 'the volcano board',
    near: VOLCANOES,
    answer: ({ pathname }) =>
      redirect(301, pathname.endsWith('volcano-board') ? '/moved/crater-board' : 'volcano-board'),
  },
  {
    name: 'endless redirects',
    host: 0,
    path: '/hop/1',
    family: /^\/hop\/\d{1,9}$/,
    lure: 'A full list of craters is {link}.',
    anchor: 'only a few hops away',
    near: VOLCANOES,
    answer: ({ pathname }) => redirect(302, `/hop/${Number(pathname.slice('/hop/'.length)) + 1}`),
  },
]

function redirect(status: number, location: string): DemoAnswer {
  return answerHtml('<p>The page is elsewhere.</p>\n', { status, headers: { location } })
}
