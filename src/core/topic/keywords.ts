import type { Field } from '../../lib/field.ts'
import { hasWord } from './words.ts'

/** The words that a topic is about, as every scorer of words takes them. */
export const KEYWORDS = {
  kind: { kind: 'texts', noun: 'keywords', minItems: 1, maxItems: 100, maxChars: 100 },
  required: true,
  example: ['volcano', 'lava', 'eruption'],
  description:
    'Whole words, whatever case and accents; at least one has a letter, a digit or an emoji.',
  flag: {
    name: 'keywords',
    value: 'A,B',
    help: 'what it is about: whole words, whatever case and accents',
  },
} as const satisfies Field<string[]>

/** Why keywords find nothing, if they alone tell it. */
export function whyNoWord({ keywords }: { keywords: readonly string[] }) {
  if (keywords.some(hasWord)) return undefined
  const why = 'have no word in them, so that every page would score 0; give at least one'
  return { option: 'keywords', why } as const
}
