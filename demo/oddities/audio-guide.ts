import { answerHtml } from '../answer.ts'
import { frame } from '../frame.ts'
import { anchor, list, paragraph } from '../markup.ts'
import { createRng } from '../rng.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import type { Oddity } from './oddity.ts'

const HOST = 2
const TITLE = 'Audio guide'
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
  host: HOST,
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
    return answerHtml(frame({ host: HOST, title: TITLE, description: TITLE, main }, origins))
  },
}
