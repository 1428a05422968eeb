import type * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../error-codes.ts'
import type { ErrorView } from '../views/error.ts'

type Example = z.infer<typeof ErrorView>['error']

/** Those with more to say than when they are answered. */
const TELLING: Partial<Record<ErrorCode, Pick<Example, 'message' | 'details'>>> = {
  invalid_body: {
    message: 'budget: is missing: it must be a whole number from 1 to 10000000',
    details: [
      { path: 'budget', message: 'is missing: it must be a whole number from 1 to 10000000' },
    ],
  },
  invalid_query: {
    message: 'limit: must be a whole number from 1 to 200',
    details: [{ path: 'limit', message: 'must be a whole number from 1 to 200' }],
  },
}

export function errorExample(code: ErrorCode): z.infer<typeof ErrorView> {
  const { when } = ERRORS[code]
  const message = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
  const requestId = '0b2c6a51-3e0f-4c1e-9b57-6a1f0c6f2d11'
  return { error: { code, message, details: [], ...TELLING[code], requestId } }
}
