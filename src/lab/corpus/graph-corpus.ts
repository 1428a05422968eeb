import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type About, checkCounts } from './about.ts'
import { BadCorpus, type Corpus, findEdge, type TopicScores, UnknownTopic } from './corpus.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { eachIntegerRow, readNodeUrls, unpackFile } from './gzip.ts'
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
    // The file is large and a replay needs no URL, so it is read on first use.
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

/** The node scores of a file of `id, count`. */
function readNodeScores(file: string, { nodeCount }: Graph): Float32Array {
  const beta = new Float32Array(nodeCount)
  eachIntegerRow(file, 2, ([node = 0, count = 0], line) => {
    if (node >= nodeCount) throw flaw(file, line, `unknown node ${node} of ${nodeCount}`)
    if (beta[node] !== 0) throw flaw(file, line, `duplicate id ${node}`)
    beta[node] = Math.log1p(count)
  })
  return beta
}

/** The link scores of a file of `source, target, count`; counts of one edge add up. */
function readLinkScores(file: string, graph: Graph): Float32Array {
  const alpha = new Float32Array(graph.edgeCount)
  eachIntegerRow(file, 3, ([source = 0, target = 0, count = 0], line) => {
    if (source === target) return
    const edge = source < graph.nodeCount ? findEdge(graph, source, target) : undefined
    if (edge === undefined) throw flaw(file, line, `unknown edge from ${source} to ${target}`)
    alpha[edge]! += count
  })
  for (let edge = 0; edge < alpha.length; edge++) alpha[edge] = Math.log1p(alpha[edge]!)
  return alpha
}

function flaw(file: string, line: number, what: string): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${line}`,
    what,
    mend: 'count again on the graph of this folder',
  })
}
