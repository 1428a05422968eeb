import { frame } from '../frame.ts'
import { escapeHtml, paragraph } from '../markup.ts'
import { writeParagraphs } from '../prose.ts'
import { createRng } from '../rng.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'

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
