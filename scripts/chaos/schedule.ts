import type { Rng } from '../../demo/rng.ts'

/** At which kind of moment the product is killed. */
const KILL_KINDS = ['plain', 'd1-refuses', 'page-hangs', 'snapshot', 'power-cut'] as const
export type KillKind = (typeof KILL_KINDS)[number]

/** Of ten kills; a power cut takes several times as long to get over as the others. */
const OF_TEN: readonly KillKind[] = [
  'plain',
  'plain',
  'plain',
  'd1-refuses',
  'd1-refuses',
  'page-hangs',
  'page-hangs',
  'snapshot',
  'snapshot',
  'power-cut',
]

/** In random order, every kind of them as soon as there are kills enough. */
export function schedule(kills: number, rng: Rng): KillKind[] {
  const kinds = rng.shuffled(KILL_KINDS)
  while (kinds.length < kills) kinds.push(rng.pick(OF_TEN))
  return rng.shuffled(kinds.slice(0, kills))
}
