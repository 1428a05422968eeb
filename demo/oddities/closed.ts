import { answerHtml } from '../answer.ts'
import { NOTES } from '../topics/notes.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import { type Oddity, writeEssay } from './oddity.ts'

/** Pages that robots.txt disallows. They answer well, so that only obedience keeps one out. */
export const CLOSED: readonly Oddity[] = [
  {
    name: 'disallowed folder',
    host: 0,
    path: '/private/eruption-drafts',
    lure: 'The editors keep {link} for the next edition.',
    anchor: 'unfinished articles on eruptions',
    near: VOLCANOES,
    answer: (_, origins) =>
      answerHtml(writeEssay({ host: 0, title: 'Drafts on eruptions' }, origins)),
  },
  {
    name: 'disallowed search',
    host: 0,
    path: '/search?q=lava',
    lure: 'Everything else that mentions lava can be found by {link}.',
    anchor: 'searching for lava',
    near: VOLCANOES,
    onFront: true,
    answer: (_, origins) =>
      answerHtml(writeEssay({ host: 0, title: 'Search results: lava' }, origins)),
  },
  {
    name: 'disallowed print version',
    host: 3,
    path: '/print/eruption-special',
    lure: 'The eruption supplement also exists as {link}.',
    anchor: 'a print version',
    near: VOLCANOES,
    answer: (_, origins) =>
      answerHtml(writeEssay({ host: 3, title: 'Eruption special, print version' }, origins)),
  },
  {
    name: 'disallowed by wildcard',
    host: 4,
    path: '/threads?sort=newest',
    lure: 'The board can be read {link} instead.',
    anchor: 'sorted by date',
    near: NOTES,
    onFront: true,
    answer: (_, origins) => answerHtml(writeEssay({ host: 4, title: 'Newest threads' }, origins)),
  },
]
