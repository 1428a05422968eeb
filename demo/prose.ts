import type { Grade } from './plan.ts'
import type { Rng } from './rng.ts'
import { TOPICS } from './topics/all.ts'
import { NOTES } from './topics/notes.ts'
import type { Topic } from './topics/topic.ts'

/** What decides the words of a page: its topic, its subject and chance. */
export interface Voice {
  rng: Rng
  topic: Topic
  subject: string
}

/** Sentences that suit any topic once its own words fill them. */
const SHARED: readonly string[] = [
  'In {year} {person} wrote that {noun} are {adjective}, and few have disagreed since.',
  'Visitors to {place} usually ask about the {thing} first.',
  'It took {count} attempts before the {thing} was properly described.',
  'Compared with {other}, {subject} seems {adjective}.',
  '{person} kept a notebook of {noun} for {count} years.',
  'What makes {subject} memorable is the {thing}.',
  'There is a long quarrel in {place} over {noun} and what they mean.',
  'Most accounts of {subject} begin with {noun} and end with the {thing}.',
  'By {season} the {noun} had become {adjective}.',
  'A second opinion comes from {person}, who compared {subject} with {other} in {year}.',
  'Half of what is said about {noun} was first said in {place}.',
  'The {thing} is best seen in {season}, early, before anybody else arrives.',
  'Of all {noun}, those of {place} are the most {adjective}.',
  'Until {year} nobody had thought to count the {noun}; there turned out to be {count}.',
  '{subject} is often confused with {other}, though the {thing} should settle the matter.',
  'Older books call {subject} {adjective}; newer ones prefer to speak of {noun}.',
]

// oxfmt-ignore
const PEOPLE: readonly string[] = [
  'Ada Lindqvist', 'Tomás Herrera', 'Ingrid Våge', 'Mr Pettibone', 'Yuki Arai', 'Salma Benali',
  'Jórunn Einarsdóttir', 'Luca Ferrante', 'Mrs Okafor', 'Père Anselme', 'Ruth Calloway',
  'Dmitri Sokolov', 'Nell Ashworth', 'Rosa Quintanilla', 'Henrik Dahl', 'Wen Li',
]

const SEASONS: readonly string[] = ['spring', 'summer', 'autumn', 'winter', 'October', 'May']

/** Share of a page's sentences that are about its topic. */
const SHARE: Readonly<Record<Grade, number>> = { heavy: 0.9, plain: 0.6, light: 0.3 }

export function writeParagraphs(voice: Voice, grade: Grade): string[][] {
  const { rng, topic } = voice
  const onTopic = createDeck(rng, [...topic.sentences, ...SHARED])
  const filler = createDeck(rng, NOTES.sentences)
  const sentence = () =>
    rng.chance(SHARE[grade]) ? fill(onTopic(), voice) : fill(filler(), { ...voice, topic: NOTES })
  return Array.from({ length: rng.between(4, 7) }, () =>
    Array.from({ length: rng.between(3, 6) }, sentence),
  )
}

export function writeSentence(voice: Voice): string {
  return fill(voice.rng.pick(voice.topic.sentences), voice)
}

/** Writes sentences that still hold their `{link}`. */
export function createLures(rng: Rng): (topic: Topic, subject: string) => string {
  const decks = new Map(TOPICS.map((topic) => [topic, createDeck(rng, topic.lures)]))
  return (topic, subject) => fill(decks.get(topic)!(), { rng, topic, subject })
}

/** Draws like cards, so that a page repeats itself only when it runs out. */
function createDeck(rng: Rng, templates: readonly string[]): () => string {
  let cards: string[] = []
  return () => {
    if (cards.length === 0) cards = rng.shuffled(templates)
    return cards.pop()!
  }
}

function fill(template: string, voice: Voice): string {
  const text = template.replace(/\{(\w+)\}/g, (slot, name: string) => word(name, voice) ?? slot)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function word(slot: string, { rng, topic, subject }: Voice): string | undefined {
  const words: Record<string, () => string> = {
    subject: () => midSentence(subject),
    other: () => midSentence(rng.pick(topic.subjects.filter((other) => other !== subject))),
    noun: () => rng.pick(topic.nouns),
    thing: () => rng.pick(topic.things),
    adjective: () => rng.pick(topic.adjectives),
    place: () => rng.pick(topic.places),
    person: () => rng.pick(PEOPLE),
    season: () => rng.pick(SEASONS),
    year: () => String(rng.between(1783, 2024)),
    count: () => String(rng.between(12, 79)),
  }
  return words[slot]?.()
}

function midSentence(subject: string): string {
  return subject.replace(/^The /, 'the ')
}
