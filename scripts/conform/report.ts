import type { Result } from './run.ts'

/** Contested cases are counted separately. */
interface Tally {
  passed: number
  failed: number
  contestedPassed: number
  contested: number
}

interface Report extends Tally {
  area: string
  failures: string[]
  by?: Record<string, Tally>
}

export type GroupBy = 'kind' | 'file'

export function reportOn(area: string, results: Result[], by?: GroupBy): Report {
  const failed = results.filter(({ passed, contested }) => !passed && !contested)
  const failures = failed.map(({ vector }) => vector.name)
  const report: Report = { area, ...tally(results), failures }
  return by === undefined ? report : { ...report, by: tallyBy(results, by) }
}

function tallyBy(results: Result[], by: GroupBy): Record<string, Tally> {
  const groups = Map.groupBy(results, ({ vector, file }) =>
    by === 'kind' ? (vector.kind ?? '') : file.source,
  )
  return Object.fromEntries([...groups].map(([name, group]) => [name, tally(group)]))
}

function tally(results: Result[]): Tally {
  const contested = results.filter((result) => result.contested)
  const others = results.filter((result) => !result.contested)
  const passed = others.filter((result) => result.passed).length
  return {
    passed,
    failed: others.length - passed,
    contestedPassed: contested.filter((result) => result.passed).length,
    contested: contested.length,
  }
}
