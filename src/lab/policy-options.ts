import { ESTIMATORS, type EstimatorName } from '../core/rank/names.ts'
import { RESET_GROWTHS, type OptionName, type Policy } from '../core/rank/policy.ts'
import { readNumber, readWhole } from './read-number.ts'

interface OptionReader<Value> {
  /** For messages. */
  must: string
  /** Undefined for what it must not be. */
  read: (text: string) => Value | undefined
}

const fraction: OptionReader<number> = {
  must: 'a number from 0 to 1',
  read: (text) => readNumber(text, 0, 1),
}

const count: OptionReader<number> = {
  must: 'a whole number above 0',
  read: (text) => readWhole(text, 1, Number.MAX_SAFE_INTEGER),
}

/** How each option of a policy is written. */
export const OPTION_READERS: { [Option in OptionName]: OptionReader<Policy[Option]> } = {
  arms: { must: 'estimators, each once, such as fl_n+fl_e', read: readArms },
  epsilon: fraction,
  resetSteps: count,
  resetGrowth: {
    must: `one of ${RESET_GROWTHS.join(', ')}`,
    read: (text) => RESET_GROWTHS.find((growth) => growth === text),
  },
  greed: fraction,
  zeta: fraction,
  batch: count,
  eta: fraction,
  ridge: {
    must: 'a number above 0',
    read: (text) => readNumber(text, Number.MIN_VALUE, Number.MAX_VALUE),
  },
}

function readArms(text: string): EstimatorName[] | undefined {
  const arms = text.split('+').map((arm) => ESTIMATORS.find((name) => name === arm.trim()))
  const known = arms.filter((arm) => arm !== undefined)
  return known.length === arms.length && new Set(known).size === known.length ? known : undefined
}
