import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Graph } from '../lib/sparse-graph.ts'
import type { TopicScores } from './corpus/corpus.ts'
import type { Crawl } from './experiment.ts'
import type { CrawlJob } from './replay.ts'

/**
 * Crawls on several threads. Graphs and scores in shared memory are not copied; what a job gives
 * does not depend on the thread.
 */
export class CrawlPool {
  readonly #size: number
  readonly #workers: Worker[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Gives the crawls in the order of the jobs; calls `tell` after each. */
  async run(jobs: readonly CrawlJob[], tell: (done: number) => void): Promise<Crawl[]> {
    while (this.#workers.length < Math.min(this.#size, jobs.length)) {
      this.#workers.push(new Worker(new URL('./crawl-worker.ts', import.meta.url)))
    }
    const crawls: Crawl[] = []
    const queue = jobs.entries()
    let done = 0
    const work = async (worker: Worker) => {
      for (const [index, job] of queue) {
        crawls[index] = await ask(worker, job)
        tell(++done)
      }
    }
    await Promise.all(this.#workers.map(work))
    return crawls
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

async function ask(worker: Worker, job: CrawlJob): Promise<Crawl> {
  const answer = once(worker, 'message')
  worker.postMessage(job)
  const [crawl] = await answer
  return crawl as Crawl
}

/** Copies that threads can read without copying again. */
export function shareGraph(graph: Graph): Graph {
  return {
    ...graph,
    outStart: shared(Uint32Array, graph.outStart),
    outTarget: shared(Uint32Array, graph.outTarget),
  }
}

export function shareScores({ topic, beta, alpha }: TopicScores): TopicScores {
  return { topic, beta: shared(Float32Array, beta), alpha: shared(Float32Array, alpha) }
}

function shared<Items extends Uint32Array | Float32Array>(
  Kind: new (buffer: SharedArrayBuffer) => Items,
  items: Items,
): Items {
  const copy = new Kind(new SharedArrayBuffer(items.byteLength))
  copy.set(items)
  return copy
}
