import * as z from 'zod/mini'

/** Marks what is well-formed and would come to nothing: a 422, where what is malformed is a 400. */
export const POINTLESS = { isPointless: true } as const

/** A check that says why it would come to nothing, and how to mend it. */
export function pointlessUnless<T>(makesSense: (value: T) => boolean, error: string) {
  return z.refine<T>(makesSense, { error, params: POINTLESS })
}

export function isPointless(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isPointless'] === true
}
