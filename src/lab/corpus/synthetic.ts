import { type Corpus, UnknownTopic } from './corpus.ts'
import { scoreLinks } from './synthetic/link-scores.ts'
import { drawLinks } from './synthetic/links.ts'
import { drawCommunities, drawCounts, drawTraits } from './synthetic/nodes.ts'
import { complete, type SyntheticOptions } from './synthetic/options.ts'

/**
 * A corpus made by chance, of any size, the same for the same options. What is modelled, and how:
 *
 * - communities (sites, circles) of heavy-tailed sizes: most links stay inside (`nodes.ts`);
 * - popularity: a node is drawn by its rank, as a power law, so in-degrees have a heavy tail
 *   (`nodes.ts`, `links.ts`);
 * - length: log-normal out-degrees, and longer pages say the keyword more often (`nodes.ts`);
 * - leaves: nodes without links, such as accounts known only by name (`links.ts`);
 * - the topic: an interest made of community, popularity, length and chance; the nodes with most
 *   of it have the keyword, a Pareto number of times, the rest never (`nodes.ts`);
 * - "rich people have rich friends": nodes with the keyword link to one another on purpose, the
 *   more so the more they have it, and to the richer ones (`links.ts`);
 * - words around links: only pages with the keyword have them, no more than the page itself,
 *   mostly around links to pages with the keyword (`link-scores.ts`).
 *
 * Not modelled: words other than the keyword, navigation repeated on every page of a site, traps,
 * duplicates, links given back, time.
 */
export function syntheticCorpus(options: SyntheticOptions): Corpus {
  const plan = complete(options)
  const communities = drawCommunities(plan)
  const traits = drawTraits(plan)
  const counts = drawCounts(plan, communities, traits)
  const graph = drawLinks(plan, communities, traits, counts)
  return {
    name: plan.name,
    graph,
    topics: [plan.topic],
    scores: (topic) => {
      if (topic !== plan.topic) throw otherTopic(topic, plan)
      const beta = Float32Array.from(counts.of, Math.log1p)
      return { topic, beta, alpha: scoreLinks(plan, graph, counts.of) }
    },
    url: (node) => `https://c${communities.of[node]}.test/${node}`,
  }
}

function otherTopic(topic: string, plan: { name: string; topic: string }): UnknownTopic {
  return new UnknownTopic(topic, [plan.topic], {
    file: plan.name,
    what: `no topic "${topic}" in a generated corpus`,
  })
}
