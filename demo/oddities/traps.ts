import { answerHtml } from '../answer.ts'
import { frame, writeNotFound } from '../frame.ts'
import { anchor, escapeHtml, list, paragraph } from '../markup.ts'
import { createRng } from '../rng.ts'
import { TOPICS } from '../topics/all.ts'
import { NOTES } from '../topics/notes.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import type { Oddity } from './oddity.ts'

const CALENDAR_HOST = 1

/** A trap: every month leads to the next and to the one before, and each promises an eruption. */
export const CALENDAR: Oddity = {
  name: 'calendar without end',
  host: CALENDAR_HOST,
  path: '/calendar/2026/11',
  family: /^\/calendar\/\d{1,6}\/(0[1-9]|1[0-2])$/,
  lure: 'Walks to craters and other outings are in {link}.',
  anchor: 'our calendar',
  near: NOTES,
  onFront: true,
  answer: ({ pathname }, origins) => {
    const [, , year, month] = pathname.split('/')
    const index = 12 * Number(year) + Number(month) - 1
    return index < 12
      ? answerHtml(writeNotFound(CALENDAR_HOST, origins), { status: 404 })
      : answerHtml(writeMonth(index, origins))
  },
}

function writeMonth(index: number, origins: readonly string[]): string {
  const rng = createRng('calendar', index)
  const others = TOPICS.filter((topic) => topic !== VOLCANOES)
  const events = Array.from({ length: 6 }, () => {
    const topic = rng.pick(others)
    return `${rng.between(1, 28)}: ${rng.pick(topic.subjects)}, an evening in ${rng.pick(topic.places)}`
  })
  const title = `Calendar, ${labelOf(index)}`
  const promise = `Those who wait for an eruption of ${rng.pick(VOLCANOES.subjects)} may wait here.`
  const turns = [index - 1, index + 1].filter((month) => month >= 12)
  const main = [
    paragraph(promise),
    list(events.map(escapeHtml)),
    paragraph(turns.map((month) => anchor(pathOf(month), labelOf(month))).join(' ')),
  ].join('\n')
  return frame({ host: CALENDAR_HOST, title, description: title, main }, origins)
}

function labelOf(index: number): string {
  return `${Math.floor(index / 12)}-${monthOf(index)}`
}

function pathOf(index: number): string {
  return `/calendar/${Math.floor(index / 12)}/${monthOf(index)}`
}

function monthOf(index: number): string {
  return String((index % 12) + 1).padStart(2, '0')
}

const GUIDE_HOST = 2
const GUIDE_TITLE = 'Audio guide'
const STATIONS = ['First stop: the crater', 'Second stop: the stairs', 'Third stop: the shop']
const WELCOME =
  'Headphones are lent at the entrance against a deposit, and should be returned to the desk by ' +
  'six. The voice is that of the caretaker, who asks to be forgiven for the sound of the lift.'

/**
 * A trap: one page under ever new session ids. Only mildly on topic, or a crawler that does not
 * know traps would spend the whole demo in it.
 */
export const AUDIO_GUIDE: Oddity = {
  name: 'session ids without end',
  host: GUIDE_HOST,
  path: '/audio-guide?sid=1',
  lure: 'The volcano hall can be heard as well as seen, with {link}.',
  anchor: 'the audio guide',
  near: VOLCANOES,
  answer: ({ searchParams }, origins) => {
    const rng = createRng('session', searchParams.get('sid') ?? '')
    const stations = STATIONS.map((station) =>
      anchor(`/audio-guide?sid=${rng.below(1_000_000)}`, station),
    )
    const main = [paragraph(WELCOME), list(stations)].join('\n')
    return answerHtml(
      frame({ host: GUIDE_HOST, title: GUIDE_TITLE, description: GUIDE_TITLE, main }, origins),
    )
  },
}
