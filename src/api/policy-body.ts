import * as z from 'zod/mini'
import { BANDITS, ESTIMATORS } from '../core/rank/names.ts'
import { optionsOf, RESET_GROWTHS, type OptionName } from '../core/rank/policy.ts'
import { described } from './named.ts'
import { fraction, hasEachOnce, list, oneOf, strictObject, wholeNumber } from './fields.ts'

/** The oracle is for the lab, where all scores are known beforehand. */
const estimators = ESTIMATORS.filter((name) => name !== 'oracle')
type Estimator = (typeof estimators)[number]
const Arm = oneOf(estimators as unknown as readonly [Estimator, ...Estimator[]])
const Name = oneOf([...estimators, ...BANDITS] as unknown as readonly [
  Estimator | (typeof BANDITS)[number],
])

const aboveZero = { error: 'must be a number above 0' }

const PolicyObject = strictObject({
  name: Name,
  arms: z.optional(
    list(Arm, 12, 'estimators').check(z.refine(hasEachOnce, { error: 'must name each arm once' })),
  ),
  epsilon: z.optional(fraction()),
  resetSteps: z.optional(wholeNumber(1, 10_000_000)),
  resetGrowth: z.optional(oneOf(RESET_GROWTHS)),
  greed: z.optional(fraction()),
  zeta: z.optional(fraction()),
  batch: z.optional(wholeNumber(1, 1024)),
  eta: z.optional(fraction()),
  ridge: z.optional(z.number(aboveZero).check(z.positive(aboveZero))),
})

/** `"fl_ne"`, or an object with the name and options. */
export const PolicyBody = z.pipe(
  z.transform((policy: unknown) => (typeof policy === 'string' ? { name: policy } : policy)),
  PolicyObject.check((context) => {
    const { name, ...options } = context.value
    const known = optionsOf(context.value)
    for (const option of Object.keys(options) as OptionName[]) {
      if (known.includes(option)) continue
      const message = `does not concern ${name}, whose options are ${known.join(', ')}`
      context.issues.push({ code: 'custom', input: context.value, path: [option], message })
    }
  }),
)

described.set(PolicyBody, (object) => ({
  anyOf: [object.properties!['name'] as typeof object, object],
  default: 'fl_ne',
  description: 'A name, or a name with options.',
}))
