import { LINK_RELS, type LinkRel } from '../../core/campaign/event.ts'

/** The words of a `rel`, in lower case. The standard has them apart by space, many by comma. */
export function relWords(rel: string | undefined): ReadonlySet<string> {
  return new Set((rel ?? '').toLowerCase().split(/[\t\n\f\r ,]+/))
}

export function linkRels(words: ReadonlySet<string>): LinkRel[] {
  return LINK_RELS.filter((rel) => words.has(rel))
}
