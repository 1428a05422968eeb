/** What a topic makes of what was read. */
export interface Scorer {
  /** β: how much a page matters. */
  page: (text: string) => number
  /** α: how much is promised by the words around the links to one page. */
  link: (windows: readonly string[]) => number
}
