import { draw } from '../lib/draw.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import type { CrawlPool } from './crawl-pool.ts'
import { openDatasets } from './datasets.ts'
import type { LabContext, LabOptions } from './experiment.ts'
import type { ProgressBar } from './progress-bar.ts'

interface Surroundings {
  pool: CrawlPool
  progress: ProgressBar
  print: (text: string) => void
  note: (text: string) => void
}

export function labContext(options: LabOptions, around: Surroundings): LabContext {
  const { pool, progress, print, note } = around
  const tell = (label: string, done: number, total: number) => progress.tell(label, done, total)
  const replay: LabContext['replay'] = async (dataset, policies, steps) => {
    const { graph, scores, seedSets } = dataset
    const jobs = policies.flatMap((policy) =>
      seedSets.map((seeds, set) => {
        const randomSeed = streamOf(options.seed, set, `${scores.topic} ${policy.name}`)
        return { graph, scores, seeds, policy, ties: options.ties, randomSeed, steps }
      }),
    )
    const crawls = await pool.run(jobs, (done) =>
      tell(`crawls of ${dataset.name}`, done, jobs.length),
    )
    return policies.map((_, at) => crawls.slice(at * seedSets.length, (at + 1) * seedSets.length))
  }
  return {
    options,
    datasets: () => openDatasets(options, note),
    replay,
    progress: tell,
    print,
    note,
  }
}

/** One stream of chance a topic, policy and seed set, whatever else is compared in the same run. */
function streamOf(seed: number, set: number, what: string): number {
  return draw(draw(seed, set), fingerprint(what).low)
}
