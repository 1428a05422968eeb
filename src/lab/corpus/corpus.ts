import type { Graph } from '../../lib/sparse-graph.ts'

/** What one topic makes of a graph; both are ln(1 + occurrences). */
export interface TopicScores {
  readonly topic: string
  /** The score of each node. */
  readonly beta: Float32Array
  /** The link score of each edge, in the order of `outTarget`. */
  readonly alpha: Float32Array
}

/** What URLs and titles say of a topic, by node: ln(1 + occurrences). */
export interface WordScores {
  readonly url: Float32Array
  readonly title: Float32Array
}

/** The words of a corpus that has any; strings are made when asked for. */
export interface CorpusText {
  readonly pageText: (node: number) => string
  /** Empty where the corpus has none. */
  readonly title: (node: number) => string
  /** The words around the links of an edge, anchors included. */
  readonly linkText: (edge: number) => string
  readonly anchorText: (edge: number) => string
}

export interface Corpus {
  readonly name: string
  readonly graph: Graph
  /** The corpus's own topics; a corpus with text can score any other keyword too. */
  readonly topics: readonly string[]
  /** Computes scores anew at each call: keep what you use. Throws `UnknownTopic`. */
  readonly scores: (topic: string) => TopicScores
  readonly url: (node: number) => string
  readonly text?: CorpusText
  /** The class of each edge, by where in its page the link stands; where that was recorded. */
  readonly linkClasses?: Uint8Array | undefined
}

/** The number of the edge from `source` to `target`. */
export function findEdge(graph: Graph, source: number, target: number): number | undefined {
  const { outTarget } = graph
  let low = graph.outStart[source]!
  let high = graph.outStart[source + 1]!
  while (low < high) {
    const middle = (low + high) >>> 1
    if (outTarget[middle]! < target) low = middle + 1
    else high = middle
  }
  return low < graph.outStart[source + 1]! && outTarget[low] === target ? low : undefined
}

/** What is wrong with a corpus, where, and what would mend it. */
interface Flaw {
  /** The file or folder, or the words that were asked for. */
  file: string
  /** A line, a byte or a node of the file. */
  at?: string
  what: string
  mend: string
}

export class BadCorpus extends Error {
  readonly file: string
  readonly at: string | undefined
  constructor(flaw: Flaw, options?: ErrorOptions) {
    const place = flaw.at === undefined ? flaw.file : `${flaw.file}, ${flaw.at}`
    super(`${place}: ${flaw.what}; ${flaw.mend}`, options)
    this.file = flaw.file
    this.at = flaw.at
  }
}

export class UnknownTopic extends BadCorpus {
  readonly topic: string
  readonly known: readonly string[]
  constructor(topic: string, known: readonly string[], flaw: Omit<Flaw, 'mend'>) {
    super({ ...flaw, mend: `topics of this corpus: ${known.join(', ') || 'none'}` })
    this.topic = topic
    this.known = known
  }
}
