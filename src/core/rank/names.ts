import { BANDIT_LIST } from './bandits.ts'
import type { BanditDescriptor } from './bandits/bandit.ts'
import type { Estimator, EstimatorDescriptor } from './estimator.ts'
import { ESTIMATOR_LIST } from './estimators.ts'

type Descriptor = (typeof ESTIMATOR_LIST)[number]

export type EstimatorName = Descriptor['name']

/** What estimates are made of. */
export type Term = { [D in Descriptor as D['name']]: keyof D['terms'] }[EstimatorName]
export type Terms = Partial<Record<Term, number>>

/** An estimator of a policy, by its name. */
export type Arm = Estimator<Term> & { readonly name: EstimatorName }

/** The names by their codes: a record holds the place in this list. */
export const ESTIMATORS = byCode(ESTIMATOR_LIST.map(({ name, code }) => [name, code] as const))

/** The terms by their codes. Several estimators may have one in common. */
export const TERMS = byCode(
  ESTIMATOR_LIST.flatMap(({ terms }) => Object.entries(terms) as [Term, number][]),
)

/** Those that can choose where not all scores are known beforehand. */
export const LIVE_ESTIMATORS = ESTIMATORS.filter(
  (name) => !findEstimator(name).needs.includes('scoreOf'),
)

export const BANDITS = BANDIT_LIST.map(({ name }) => name)
export type BanditName = (typeof BANDIT_LIST)[number]['name']

export type PolicyName = EstimatorName | BanditName

export function isBandit(name: PolicyName): name is BanditName {
  return (BANDITS as readonly string[]).includes(name)
}

export function findEstimator(name: EstimatorName): EstimatorDescriptor<EstimatorName, Term> {
  return ESTIMATOR_LIST.find((one) => one.name === name)! as EstimatorDescriptor<
    EstimatorName,
    Term
  >
}

/** Whether any of the estimators is to be told what URLs and titles say of the topic. */
export function readsWords(arms: readonly { name: EstimatorName }[]): boolean {
  return arms.some(({ name }) => findEstimator(name).readsWords)
}

export function findBandit(name: BanditName): BanditDescriptor<BanditName> {
  return BANDIT_LIST.find((one) => one.name === name)!
}

/** The names at the places that their codes say: none twice, and no place left out. */
function byCode<Name extends string>(codes: readonly (readonly [Name, number])[]): readonly Name[] {
  const names: Name[] = []
  for (const [name, code] of codes) {
    const other = names[code] ?? name
    if (other !== name || (names.includes(name) && names[code] === undefined)) {
      throw new Error(`code ${code} of "${name}" is taken or not its only one`)
    }
    names[code] = name
  }
  const missing = names.findIndex((name) => name === undefined)
  if (missing >= 0 || names.length > 256)
    throw new Error(`codes go from 0 to 255; ${missing} is missing`)
  return names
}
