import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../http/error-codes.ts'
import { named } from '../description/schemas.ts'

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** What every error looks like. */
export const ErrorView = named(
  'Error',
  z
    .strictObject({
      error: z.strictObject({
        code: z.enum(codes).check(z.describe('Stable: what programs tell errors apart by.')),
        message: z.string().check(z.describe('What is wrong, and how to mend it.')),
        details: z
          .array(
            z.strictObject({
              path: z
                .string()
                .check(
                  z.describe('Where in the body or the query, like `seeds.0`; empty: the whole.'),
                ),
              message: z.string().check(z.describe('What is wrong there.')),
            }),
          )
          .check(z.describe('Each place that is wrong; empty where it is not about a place.')),
        requestId: z.string().check(z.describe('To quote when you report it.')),
      }),
    })
    .check(z.describe('What every error looks like.')),
)
