import type { Created } from '../../core/campaign/event.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { BadCorpus, type Corpus, UnknownTopic } from './corpus.ts'
import { LoggedCrawl, type LoggedPage, readLog } from './logged-crawl.ts'
import { type LinkRows, type MergedLinks, mergeLinks } from './merge-links.ts'

/** The pages a campaign crawled. */
export interface LogCorpus extends Corpus {
  readonly campaign: { id: string; spec: Spec }
  /** Those of the campaign's seeds that brought a page. */
  readonly seeds: Uint32Array
  /** Every node, in the order in which the campaign crawled them. */
  readonly crawlOrder: Uint32Array
}

/**
 * The corpus of an exported log. A node is a page that was read; a link to a page that moved counts
 * for where it led. What failed, was barred or never fetched has no score and is no part of it.
 * Nodes stand in order of discovery: that of the crawl would tell policies what the campaign thought
 * of them, as among equal estimates the first goes first.
 */
export function openLogCorpus(file: string): LogCorpus {
  const crawl = readCrawl(file)
  const pages = [...(crawl?.pages.values() ?? [])].toSorted((a, b) => a.node - b.node)
  if (crawl === undefined || pages.length < 2) throw tooFew(file, pages.length)
  const nodeOf = new Map(pages.map((page, node) => [page.node, node]))
  const arrival = (id: NodeId) => nodeOf.get(crawl.arrival(id))
  const links = linksOf(pages, arrival)
  const merged = mergeLinks(links)
  const topic = Object.values(crawl.spec.topic).flat().join(', ')
  return {
    name: crawl.spec.name,
    graph: merged.graph,
    topics: [topic],
    scores: (asked) => {
      if (asked !== topic) throw otherTopic(asked, topic, file)
      const beta = Float32Array.from(pages, ({ score }) => score)
      return { topic, beta, alpha: mergedScores(merged, links.linkScores) }
    },
    url: (node) => crawl.url(pages[node]!.node),
    linkClasses: mergedClasses(merged, links.classes),
    campaign: { id: crawl.id, spec: crawl.spec },
    seeds: distinct(crawl.seeds.map(arrival)),
    crawlOrder: Uint32Array.from(crawl.pages.keys(), (id) => nodeOf.get(id)!),
  }
}

/** Undefined where there are no records. */
function readCrawl(file: string): LoggedCrawl | undefined {
  let crawl: LoggedCrawl | undefined
  for (const { record } of readLog(file)) {
    crawl ??= new LoggedCrawl(record as Created)
    crawl.add(record)
  }
  return crawl
}

function distinct(nodes: readonly (number | undefined)[]): Uint32Array {
  return Uint32Array.from(new Set(nodes.filter((node) => node !== undefined)))
}

interface ScoredLinks extends LinkRows {
  linkScores: number[]
  classes: number[]
}

/** Those between pages of the corpus. */
function linksOf(
  pages: readonly LoggedPage[],
  arrival: (id: NodeId) => number | undefined,
): ScoredLinks {
  const start = new Uint32Array(pages.length + 1)
  const targets: number[] = []
  const linkScores: number[] = []
  const classes: number[] = []
  for (const [node, { links }] of pages.entries()) {
    for (const [i, id] of links.targets.entries()) {
      const target = arrival(id)
      if (target === undefined) continue
      targets.push(target)
      linkScores.push(links.linkScores[i]!)
      classes.push(links.classes?.ofEdges[i] ?? 0)
    }
    start[node + 1] = targets.length
  }
  return { start, target: Uint32Array.from(targets), linkScores, classes }
}

/** Words around several links to one page add up before the logarithm, as in any corpus. */
function mergedScores({ graph, link, linkStart }: MergedLinks, scores: number[]): Float32Array {
  return Float32Array.from({ length: graph.edgeCount }, (_, edge) => {
    let words = 0
    for (let at = linkStart[edge]!; at < linkStart[edge + 1]!; at++) {
      words += Math.expm1(scores[link[at]!]!)
    }
    return Math.log1p(words)
  })
}

/** The first of several links to one page counts; undefined where the campaign recorded none. */
function mergedClasses(
  { graph, link, linkStart }: MergedLinks,
  classes: readonly number[],
): Uint8Array | undefined {
  if (classes.every((its) => its === 0)) return undefined
  const merged = new Uint8Array(new SharedArrayBuffer(graph.edgeCount))
  for (let edge = 0; edge < graph.edgeCount; edge++)
    merged[edge] = classes[link[linkStart[edge]!]!]!
  return merged
}

function tooFew(file: string, pages: number): BadCorpus {
  return new BadCorpus({
    file,
    what: `too few pages to choose among: the campaign had crawled ${pages}`,
    mend: 'download its log again when it has crawled at least 2',
  })
}

function otherTopic(topic: string, own: string, file: string): UnknownTopic {
  const what = `no topic "${topic}": a log has the scores of its campaign alone`
  return new UnknownTopic(topic, [own], { file, what })
}
