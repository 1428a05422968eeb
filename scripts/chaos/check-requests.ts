import { isCharged } from '../../src/core/campaign/outcomes.ts'
import type { Check } from './evidence.ts'
import { isFinal } from './log-reading.ts'
import { outcomeOf } from './pages.ts'

export const requestsWithinBudget: Check = ({ arrivals, log }) => {
  const { budget } = log.state.spec
  return arrivals.length <= budget
    ? []
    : [`${arrivals.length} pages were asked for, the budget is ${budget}`]
}

/** A request without a step was not charged; a step without a request was not made. */
export const everyRequestHasItsStep: Check = ({ arrivals, log }) => {
  const requests = Map.groupBy(arrivals, ({ origin, path }) => origin + path)
  const charged = Map.groupBy(
    log.steps.filter(({ outcome }) => isCharged(outcome)),
    ({ url }) => url,
  )
  return [...new Set([...requests.keys(), ...charged.keys()])].flatMap((url) => {
    const asked = requests.get(url)?.length ?? 0
    const steps = charged.get(url) ?? []
    if (asked > steps.length) {
      return [`${url} was asked for ${asked} times and charged ${steps.length} times`]
    }
    const settled = steps.filter(isFinal).length
    return settled > asked ? [`${url} was settled ${settled} times and asked for ${asked}`] : []
  })
}

/** A crash may interrupt a fetch, but not change what comes of it. */
export const everyPageComesOutRight: Check = ({ log }) =>
  log.steps.filter(isFinal).flatMap(({ url, outcome }) => {
    const expected = outcomeOf(new URL(url).pathname)
    const seen = outcome === 'redirect_loop' ? 'redirect' : outcome
    return seen === expected ? [] : [`${url} came out as ${outcome} instead of ${expected}`]
  })

export const noBarredPageIsAskedFor: Check = ({ arrivals }) =>
  arrivals
    .filter(({ path }) => outcomeOf(path) === 'disallowed')
    .map(({ path }) => `${path} was asked for against robots.txt`)
