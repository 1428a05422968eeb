import type { TopicScores } from './graph.ts'
import type { MergedLinks } from './merge-links.ts'
import type { Pages } from './read-pages.ts'
import { wholeWords, type WordCounter } from './whole-words.ts'

/** A keyword counted in every page and around every link; `undefined` if no page has it. */
export function scoreTexts(
  topic: string,
  pages: Pages,
  merged: MergedLinks,
): TopicScores | undefined {
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
