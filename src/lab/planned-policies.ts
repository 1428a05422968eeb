import { BANDITS, LIVE_ESTIMATORS } from '../core/rank/names.ts'
import type { Policy } from '../core/rank/policy.ts'
import type { Dataset } from './experiment.ts'
import { parsePolicy } from './parse-policy.ts'

export interface PlannedPolicy {
  /** The text as given, which tables and files show. */
  key: string
  policy: Policy
  /** It was not asked for by name, and is left out where it would take hours. */
  isOptional: boolean
}

/** The second of the two settings in Table 6 of Gouriten et al. 2014; the first is the default. */
export const VAR_02_200 = 'mab_var(epsilon=0.2,resetSteps=200)'

/** What `all` stands for. */
const ALL = [...LIVE_ESTIMATORS, ...BANDITS, VAR_02_200]

/** Policies separated by commas, not those inside brackets. */
export function splitPolicies(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((policy) => policy.trim())
    .filter((policy) => policy !== '')
}

export function planPolicies(given: readonly string[]): PlannedPolicy[] {
  const planned = new Map<string, PlannedPolicy>()
  for (const text of given) {
    const isOptional = text === 'all'
    for (const key of isOptional ? ALL : [text]) {
      if (isOptional && planned.has(key)) continue
      planned.set(key, { key, policy: parsePolicy(key), isOptional })
    }
  }
  return [...planned.values()]
}

/** `nr` looks at every known link many times a step. */
const NR_MAX_NODES = 10_000
const NR_MAX_STEPS = 1_000

/** The reason in a note, after the policy and the datasets it is left out of. */
export const WHY_LEFT_OUT = `it recomputes every rank at every step, too long beyond ${NR_MAX_NODES} nodes or ${NR_MAX_STEPS} steps; name it in --policies to run it all the same`

export function isFeasible(
  { policy, isOptional }: PlannedPolicy,
  { graph }: Dataset,
  steps: number,
): boolean {
  if (!isOptional || !policy.arms.includes('nr')) return true
  return graph.nodeCount <= NR_MAX_NODES && steps <= NR_MAX_STEPS
}
