import { formatTable } from '../table.ts'
import { PAPER_STEPS } from './paper-scores.ts'
import type { Timing } from './timed-steps.ts'

/** By policy and step. */
export type PolicyTimings = ReadonlyMap<string, ReadonlyMap<number, Timing>>

interface PaperTimes {
  /** The encyclopedia: 2.2 million nodes, 35.6 million edges. */
  france: readonly (number | undefined)[]
  /** The accounts: 16.9 million nodes, 78 million edges. */
  happy: readonly (number | undefined)[]
}

/** Gouriten et al. 2014, Table 5: C++ on an i7-3820, for each of `PAPER_STEPS`. */
export const PAPER_TIMES: Record<string, PaperTimes> = {
  nr: { france: [2832.1, 19_720.5], happy: [45_965.7, 105_209.3] },
  opic: { france: [1.9, 2.5, 4.6, 4.7], happy: [1.8, 1.6, 1.9, 2.5] },
  fl_ne: { france: [0.2, 0.1, 0.1, 0.1], happy: [0.3, 0.1, 0.2, 2.1] },
  lr_fl: { france: [0.2, 0.2, 0.1, 0.1], happy: [0.5, 0.1, 0.2, 2.1] },
  mab_var: { france: [0.6, 0.3, 0.2, 0.2], happy: [1.1, 0.3, 0.5, 3.9] },
  sl_ne: { france: [8.5, 27.1, 2, 6.1], happy: [111.1, 24.5, 63.3, 240.5] },
  lr_sl: { france: [8.5, 27.2, 2, 6.1], happy: [111.4, 24.5, 63.3, 241] },
}

/** Milliseconds, ours as means over datasets of medians; and how many nodes were in the frontier. */
export function formatTimes(datasets: readonly PolicyTimings[], steps: readonly number[]): string {
  const keys = [...new Set(datasets.flatMap((dataset) => [...dataset.keys()]))]
  const timings = (key: string, step: number) =>
    datasets.map((dataset) => dataset.get(key)?.get(step)).filter((timing) => timing !== undefined)
  const row = (key: string) =>
    steps.flatMap((step) => [
      ours(timings(key, step).map(({ medianMs }) => medianMs)),
      ...printed(key, step),
    ])
  const sizes = steps.flatMap((step) => {
    const found = keys.flatMap((key) => timings(key, step)).map(({ frontier }) => frontier)
    return [mean(found)?.toFixed(0) ?? '-', ...printed('', step)]
  })
  const header = steps.flatMap((step) => [
    String(step),
    ...(PAPER_STEPS.includes(step) ? ['FRANCE', 'HAPPY'] : []),
  ])
  return formatTable([
    ['ms', ...header],
    ...keys.map((key) => [key, ...row(key)]),
    ['nodes in the frontier', ...sizes],
  ])
}

function printed(key: string, step: number): string[] {
  const at = PAPER_STEPS.indexOf(step)
  if (at < 0) return []
  const times = PAPER_TIMES[key]
  return [times?.france[at], times?.happy[at]].map((ms) => ms?.toFixed(1) ?? '-')
}

function ours(times: readonly number[]): string {
  return mean(times)?.toFixed(3) ?? '-'
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
