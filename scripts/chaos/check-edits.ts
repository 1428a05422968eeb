import type { Check } from './evidence.ts'

/** What a user was told is done is in the log. */
export const everyEditIsKept: Check = ({ promised, log: { state } }) => {
  if (promised === undefined) return []
  const { budget } = state.spec
  const lost = promised.seeds.filter((url) => state.index.urls.find(url) === undefined)
  return [
    ...lost.map((url) => `the seed ${url} was taken, and is not known`),
    ...(budget < promised.budget ? [`its budget is ${budget}, not ${promised.budget}`] : []),
  ]
}
