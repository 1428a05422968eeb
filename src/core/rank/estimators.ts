import { BACKLINK } from './estimators/backlink.ts'
import { BEST_FIRST, LINK_CONTEXT } from './estimators/best-first.ts'
import { BFS } from './estimators/bfs.ts'
import { BREADTH } from './estimators/breadth.ts'
import { HOT_QUEUE } from './estimators/hot-queue.ts'
import { D3TS } from './estimators/host-sampling.ts'
import { NR } from './estimators/navigational-rank.ts'
import { OPIC } from './estimators/opic.ts'
import { ORACLE } from './estimators/oracle.ts'
import { PAGE_RANK } from './estimators/page-rank.ts'
import { OTIE } from './estimators/otie.ts'
import { LINK_CLASS } from './estimators/link-class.ts'
import { LR_FL, LR_SL } from './estimators/regression.ts'
import { FL_DEG, FL_E, FL_N, FL_NE, SL_E, SL_N, SL_NE } from './estimators/sum.ts'

/**
 * Every estimator there is. Append-only: names, codes, terms, memory, options, the API, the lab and
 * the documentation derive from here.
 */
export const ESTIMATOR_LIST = [
  BFS,
  NR,
  OPIC,
  FL_DEG,
  FL_N,
  FL_E,
  FL_NE,
  SL_N,
  SL_E,
  SL_NE,
  LR_FL,
  LR_SL,
  ORACLE,
  BREADTH,
  BACKLINK,
  PAGE_RANK,
  HOT_QUEUE,
  OTIE,
  BEST_FIRST,
  LINK_CONTEXT,
  D3TS,
  LINK_CLASS,
] as const
