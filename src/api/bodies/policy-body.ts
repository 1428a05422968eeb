import * as z from 'zod/mini'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import { optionsOf, RESET_GROWTHS, type OptionName } from '../../core/rank/policy.ts'
import { described } from '../description/schemas.ts'
import { fraction, hasEachOnce, list, oneOf, strictObject, wholeNumber } from './fields.ts'
import { policySchema } from './policy-schema.ts'

/** The oracle is for the lab, where all scores are known beforehand. */
const estimators = ESTIMATORS.filter((name) => name !== 'oracle')
type Estimator = (typeof estimators)[number]
const Arm = oneOf(estimators as unknown as readonly [Estimator, ...Estimator[]])
const Name = oneOf([...estimators, ...BANDITS] as unknown as readonly [
  Estimator | (typeof BANDITS)[number],
])

const weight = { error: 'must be a number above 0, and at most 1e9' }

const PolicyObject = strictObject({
  name: Name,
  arms: z.optional(
    list(Arm, 12, 'estimators').check(
      z.refine(hasEachOnce, { error: 'must name each arm once' }),
      z.meta({ uniqueItems: true, description: 'The estimators to choose between.' }),
    ),
  ),
  epsilon: z.optional(fraction().check(z.describe('Share of exploration; 0.1 unless given.'))),
  resetSteps: z.optional(
    wholeNumber(1, 10_000_000).check(z.describe('Length of a phase; 1000 unless given.')),
  ),
  resetGrowth: z.optional(
    oneOf(RESET_GROWTHS).check(z.describe('Of the phases; linear unless given.')),
  ),
  greed: z.optional(
    fraction().check(z.describe('How often the best goes first; always unless given.')),
  ),
  zeta: z.optional(
    fraction().check(z.describe('Else any of at least this share of the best estimate.')),
  ),
  batch: z.optional(
    wholeNumber(1, 1024).check(z.describe('Nodes taken at a time; 1 unless given.')),
  ),
  eta: z.optional(
    fraction().check(z.describe("How much of a page's rank is its own score; 0.5 unless given.")),
  ),
  ridge: z.optional(
    z
      .number(weight)
      .check(
        z.positive(weight),
        z.maximum(1e9, weight),
        z.describe('Weight of an example against small weights; 1000 unless given.'),
      ),
  ),
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

described.set(PolicyBody, policySchema)
