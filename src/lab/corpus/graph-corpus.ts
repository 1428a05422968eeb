import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkCounts, type About } from './about.ts'
import { BadCorpus, UnknownTopic } from './bad-corpus.ts'
import { readLinkScores, readNodeScores } from './counted-scores.ts'
import type { Corpus, Graph, TopicScores } from './graph.ts'
import { unpackFile } from './gzip.ts'
import { readNodeUrls } from './node-urls.ts'
import { readVarintGraph } from './varint-graph.ts'

export const GRAPH_FILE = 'graph.bin.gz'

/** A corpus of which only the graph and the counts of a few topics were kept. */
export async function openGraphCorpus(about: About): Promise<Corpus> {
  const file = join(about.folder, GRAPH_FILE)
  const { graph, linkCount } = readVarintGraph(unpackFile(file), file)
  checkCounts(about, { pages: graph.nodeCount, links: linkCount, edges: graph.edgeCount })
  checkTopicFiles(about)
  let urls: ((node: number) => string) | undefined
  return {
    name: about.name,
    graph,
    topics: about.topics,
    scores: (topic) => readScores(topic, about, graph),
    // Large, and a replay needs none of them: read when first asked for.
    url: (node) =>
      (urls ??= readNodeUrls(join(about.folder, 'nodes.txt.gz'), graph.nodeCount))(node),
  }
}

function checkTopicFiles({ folder, topics }: About): void {
  for (const topic of topics) {
    const missing = Object.values(topicFiles(folder, topic)).find((file) => !existsSync(file))
    if (missing === undefined) continue
    throw new BadCorpus({
      file: missing,
      what: `no such file, though topics.json lists "${topic}"`,
      mend: 'add the file, or take the topic off the list',
    })
  }
}

function readScores(topic: string, { folder, topics }: About, graph: Graph): TopicScores {
  const files = topicFiles(folder, topic)
  const unknown = (what: string) => new UnknownTopic(topic, topics, { file: files.beta, what })
  const isName = topic !== '' && !/[/\\]/.test(topic)
  if (!isName || !existsSync(files.beta)) {
    throw unknown(`no such file for the topic "${topic}", and without text no other can be counted`)
  }
  const beta = readNodeScores(files.beta, graph)
  if (beta.every((score) => score === 0)) throw unknown(`no page has the topic "${topic}"`)
  return { topic, beta, alpha: readLinkScores(files.alpha, graph) }
}

function topicFiles(folder: string, topic: string): { beta: string; alpha: string } {
  return {
    beta: join(folder, `${topic}.beta.tsv.gz`),
    alpha: join(folder, `${topic}.alpha.tsv.gz`),
  }
}
