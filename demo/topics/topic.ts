/**
 * What a cluster of pages is about, as vocabulary. Sentences and lures hold slots such as
 * `{subject}`; `prose.ts` lists them all.
 */
export interface Topic {
  /** The topic's name in URLs. */
  slug: string
  name: string
  /** What a page can be about; one page a publication and subject. */
  subjects: readonly string[]
  /** Plural, without article. */
  nouns: readonly string[]
  /** Singular, to stand after "the". */
  things: readonly string[]
  adjectives: readonly string[]
  places: readonly string[]
  sentences: readonly string[]
  /** Sentences around a `{link}` to a page of this topic. */
  lures: readonly string[]
}
