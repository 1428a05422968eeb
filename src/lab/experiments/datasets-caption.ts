import type { LabOptions } from '../experiment.ts'

/** More names than this make no line that fits a page. */
const MOST_NAMES = 7

/** What was measured, in a line below a figure's title. */
export function datasetsCaption(
  { datasets }: { datasets: ReadonlyMap<string, unknown> },
  { seedSets, seedSize, ties }: LabOptions,
): string {
  const names = [...datasets.keys()]
  const what = names.length > MOST_NAMES ? `${names.length} datasets` : names.join(', ')
  const sets = seedSets === 1 ? '1 seed set' : `${seedSets} seed sets`
  return `${what}; ${sets} of ${seedSize}, ties ${ties}`
}
