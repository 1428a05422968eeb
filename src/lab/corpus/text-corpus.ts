import { join } from 'node:path'
import { checkCounts, type About } from './about.ts'
import { UnknownTopic } from './bad-corpus.ts'
import type { Corpus, CorpusText } from './graph.ts'
import { mergeLinks, type MergedLinks } from './merge-links.ts'
import { PAGES_FILE, readPages, type Pages } from './read-pages.ts'
import { scoreTexts } from './text-scores.ts'

/** Between the contexts of several links to one page, as the recorded corpora write them. */
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
