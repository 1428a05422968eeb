import type { Crawl } from './experiment.ts'
import { Replay, type ReplayOptions } from './replay.ts'

export interface CrawlJob extends Omit<ReplayOptions, 'steps'> {
  /** Ascending; the crawl goes on to the last. */
  steps: readonly number[]
}

/** One crawl, read off at several steps. */
export function crawl(job: CrawlJob): Crawl {
  const { steps } = job
  const replay = new Replay({ ...job, steps: steps.at(-1) ?? 0 })
  const scores = new Float64Array(steps.length)
  const start = performance.now()
  let stepsMade = 0
  let sum = 0
  let reading = 0
  for (const { score } of replay.steps()) {
    sum += score
    stepsMade++
    if (stepsMade === steps[reading]) scores[reading++] = sum
  }
  scores.fill(sum, reading)
  return { scores, stepsMade, milliseconds: performance.now() - start }
}
