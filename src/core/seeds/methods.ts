import { MAX_SCC, ROOT_SCC } from './methods/components.ts'
import { MAX_OUT, MAX_WEIGHT } from './methods/greedy.ts'
import { OUT_DEGREE, PAGE_RANK, RANDOM } from './methods/static.ts'

/** Every way to select seeds there is (Zheng, Dmitriev and Giles 2009). Append-only. */
export const SEED_METHODS = [
  RANDOM,
  PAGE_RANK,
  OUT_DEGREE,
  MAX_OUT,
  MAX_WEIGHT,
  MAX_SCC,
  ROOT_SCC,
] as const

export type SeedMethodName = (typeof SEED_METHODS)[number]['name']
