import { answerHtml, type DemoAnswer } from '../answer.ts'
import { writeNotFound } from '../frame.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import { type Oddity, writeEssay } from './oddity.ts'

/** Longer than any sensible crawler waits. */
const NEVER_MS = 60_000

/** Pages that fail, and pages that take their time. */
export const FAILURES: readonly Oddity[] = [
  {
    name: 'not found',
    host: 0,
    path: '/wiki/lost-crater',
    lure: 'A crater that appears on old maps only is discussed under {link}.',
    anchor: 'the lost crater',
    near: VOLCANOES,
    answer: (_, origins) => answerHtml(writeNotFound(0, origins), { status: 404 }),
  },
  {
    name: 'gone',
    host: 3,
    path: '/live/2019/eruption-ticker',
    lure: 'The eruption was followed hour by hour in {link}.',
    anchor: 'our ticker',
    near: VOLCANOES,
    answer: () => failure(410, 'Gone'),
  },
  {
    name: 'server error',
    host: 3,
    path: '/tag/eruption',
    lure: 'All reports on eruptions carry {link}.',
    anchor: 'the tag “eruption”',
    near: VOLCANOES,
    answer: () => failure(500, 'Internal server error'),
  },
  {
    name: 'unavailable',
    host: 3,
    path: '/map/ash-cloud',
    lure: 'Where the ash of the volcano is now can be seen on {link}.',
    anchor: 'the map of the ash cloud',
    near: VOLCANOES,
    answer: () => failure(503, 'Service unavailable', { 'retry-after': '2' }),
  },
  slow(1, '/guides/crater-walks', 'Crater walks', 1500),
  slow(2, '/live/webcam', 'Webcam on the crater rim', 2000),
  slow(3, '/interactive/lava-map', 'Map of the lava flows', 2500),
  {
    ...slow(3, '/live/eruption-feed', 'Live feed of the eruption', NEVER_MS),
    name: 'never answers in time',
  },
  {
    name: 'closes early',
    host: 4,
    path: '/attachments/eruption-log',
    lure: 'One member has attached {link} of the volcano.',
    anchor: 'a log of every eruption',
    near: VOLCANOES,
    answer: (_, origins) => cutShort(writeEssay({ host: 4, title: 'Eruption log' }, origins)),
  },
]

function slow(host: number, path: string, title: string, delayMs: number): Oddity {
  return {
    name: `slow by ${delayMs} ms`,
    host,
    path,
    lure: 'More lava than this page can hold is in {link}.',
    anchor: title,
    near: VOLCANOES,
    answer: (_, origins) => answerHtml(writeEssay({ host, title }, origins), { delayMs }),
  }
}

function failure(status: number, reason: string, headers: Record<string, string> = {}): DemoAnswer {
  return answerHtml(`<!doctype html>\n<title>${reason}</title>\n<h1>${reason}</h1>\n`, {
    status,
    headers,
  })
}

function cutShort(html: string): DemoAnswer {
  const half = html.slice(0, html.length / 2)
  const promised = String(2 * html.length)
  return answerHtml(half, { closeEarly: true, headers: { 'content-length': promised } })
}
