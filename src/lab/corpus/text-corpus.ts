import { join } from 'node:path'
import { type About, checkCounts } from './about.ts'
import { type Corpus, type CorpusText, type TopicScores, UnknownTopic } from './corpus.ts'
import { type MergedLinks, mergeLinks } from './merge-links.ts'
import { type Pages, PAGES_FILE, readPages } from './read-pages.ts'

/** Separates the contexts of several links to one page, as in the recorded corpora. */
const BETWEEN_CONTEXTS = ' | '

/** A corpus of pages with their text: any keyword can be its topic. */
export async function openTextCorpus(about: About): Promise<Corpus> {
  const pages = await readPages(about.folder)
  const merged = mergeLinks(pages.links)
  checkCounts(about, {
    pages: merged.graph.nodeCount,
    links: pages.links.target.length,
    edges: merged.graph.edgeCount,
  })
  return {
    name: about.name,
    graph: merged.graph,
    topics: about.topics,
    scores: (topic) => {
      const scores = scoreTexts(topic, pages, merged)
      if (scores === undefined) throw matchesNothing(topic, about)
      return scores
    },
    url: (node) => pages.urls.get(node),
    text: textOf(pages, merged),
  }
}

function textOf(pages: Pages, { link, linkStart }: MergedLinks): CorpusText {
  const gather = (edge: number, piece: 0 | 1) =>
    Array.from(link.subarray(linkStart[edge], linkStart[edge + 1]), (at) =>
      pages.linkTexts.get(2 * at + piece),
    ).join(BETWEEN_CONTEXTS)
  return {
    pageText: (node) => pages.texts.get(node),
    title: (node) => pages.titles.get(node),
    anchorText: (edge) => gather(edge, 0),
    linkText: (edge) => gather(edge, 1),
  }
}

function matchesNothing(topic: string, { folder, topics }: About): UnknownTopic {
  return new UnknownTopic(topic, topics, {
    file: join(folder, PAGES_FILE),
    what: `no page has the topic "${topic}" as a whole word`,
  })
}

/** A keyword counted in every page and around every link; `undefined` if no page has it. */
function scoreTexts(topic: string, pages: Pages, merged: MergedLinks): TopicScores | undefined {
  if (topic.trim() === '') return undefined
  const words = wholeWords(topic)
  const beta = pageScores(pages, words)
  if (beta.every((score) => score === 0)) return undefined
  return { topic, beta, alpha: linkScores(pages, merged, words) }
}

function pageScores({ texts }: Pages, words: WordCounter): Float32Array {
  const beta = new Float32Array(texts.length)
  for (let node = 0; node < beta.length; node++) {
    beta[node] = Math.log1p(words.count(texts.get(node)))
  }
  return beta
}

function linkScores(pages: Pages, merged: MergedLinks, words: WordCounter): Float32Array {
  const { nodeCount, edgeCount, outStart } = merged.graph
  const alpha = new Float32Array(edgeCount)
  for (let node = 0; node < nodeCount; node++) {
    // One look at all links of a page spares most pages a look at each.
    if (!words.mayOccur(allLinkTexts(pages, node))) continue
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      alpha[edge] = Math.log1p(countAround(pages, merged, edge, words))
    }
  }
  return alpha
}

function allLinkTexts({ links, linkTexts }: Pages, node: number): string {
  return linkTexts.join(2 * links.start[node]!, 2 * links.start[node + 1]!)
}

/** Several links to one target add up before the logarithm. */
function countAround(
  pages: Pages,
  { link, linkStart }: MergedLinks,
  edge: number,
  words: WordCounter,
): number {
  let count = 0
  for (let at = linkStart[edge]!; at < linkStart[edge + 1]!; at++) {
    count += words.count(pages.linkTexts.get(2 * link[at]! + 1))
  }
  return count
}

const WORD_CHARACTER = '[\\p{L}\\p{N}_]'
const REGEXP_SYNTAX = /[\\^$.*+?()[\]{}|/-]/g

/** Counts a keyword in texts. */
interface WordCounter {
  /** Quick: `false` only if no part of the text, cut anywhere, would count. */
  mayOccur(text: string): boolean
  count(text: string): number
}

/**
 * Occurrences of a keyword as whole words, in upper or lower case. Letters, digits and `_` make
 * words and accents matter: the definition behind the figures of the recorded corpora, which the
 * scorer of live campaigns (accents folded, `_` between words) does not reproduce.
 */
export function wholeWords(keyword: string): WordCounter {
  const words = keyword.normalize('NFC').trim()
  const inside = words.replace(REGEXP_SYNTAX, '\\$&').replace(/\s+/g, '\\s+')
  const anywhere = new RegExp(inside, 'iu')
  const standing = new RegExp(`${notAfterWord(words)}${inside}${notBeforeWord(words)}`, 'giu')
  return {
    mayOccur: (text) => anywhere.test(text),
    // A search with a look-behind tries it at every character: only where it can succeed.
    count: (text) => (anywhere.test(text) ? (text.match(standing)?.length ?? 0) : 0),
  }
}

/** A keyword such as `.net` may follow a letter: its own edge parts it from the word before. */
function notAfterWord(words: string): string {
  return new RegExp(`^${WORD_CHARACTER}`, 'u').test(words) ? `(?<!${WORD_CHARACTER})` : ''
}

function notBeforeWord(words: string): string {
  return new RegExp(`${WORD_CHARACTER}$`, 'u').test(words) ? `(?!${WORD_CHARACTER})` : ''
}
