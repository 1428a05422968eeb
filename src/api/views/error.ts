import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../http/error-codes.ts'
import { named } from '../description/schemas.ts'

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const ErrorView = named(
  'Error',
  z
    .strictObject({
      error: z.strictObject({
        code: z.enum(codes).check(z.describe('The stable code to branch on.')),
        message: z.string().check(z.describe('What is wrong, and what to do.')),
        details: z
          .array(
            z.strictObject({
              path: z
                .string()
                .check(
                  z.describe(
                    'The place in the body or the query, such as `seeds.0`; empty for the whole.',
                  ),
                ),
              message: z.string().check(z.describe('What is wrong there.')),
            }),
          )
          .check(z.describe('Each invalid field; empty if the error is about none.')),
        requestId: z.string().check(z.describe('The id to quote when you report it.')),
      }),
    })
    .check(z.describe('The format of every error.')),
)
