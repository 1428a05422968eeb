import type { DemoAnswer } from '../answer.ts'
import { frame } from '../frame.ts'
import { escapeHtml, paragraph } from '../markup.ts'
import { writeParagraphs } from '../prose.ts'
import { createRng } from '../rng.ts'
import type { Topic } from '../topics/topic.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'

/** Something a crawler meets that is not an ordinary page. */
export interface Oddity {
  name: string
  host: number
  /** What ordinary pages link to. */
  path: string
  /** Further pathnames that this oddity answers. */
  family?: RegExp
  /** The linking sentence, with `{link}`, and the words of the link. */
  lure: string
  anchor: string
  /** Linked from pages about this. */
  near: Topic
  /** Linked from the front page of its host as well. */
  onFront?: boolean
  answer(request: URL, origins: readonly string[]): DemoAnswer
}

interface Essay {
  host: number
  title: string
  /** Stands after the prose, as HTML. */
  tail?: string
}

/** A readable page about volcanoes, for oddities whose strangeness is not in the text. */
export function writeEssay({ host, title, tail = '' }: Essay, origins: readonly string[]): string {
  const rng = createRng('essay', title)
  const voice = { rng, topic: VOLCANOES, subject: rng.pick(VOLCANOES.subjects) }
  const paragraphs = writeParagraphs(voice, 'heavy').map((sentences) =>
    paragraph(escapeHtml(sentences.join(' '))),
  )
  const main = [...paragraphs, tail].join('\n')
  return frame({ host, title, description: `${title}: volcanoes and lava`, main }, origins)
}
