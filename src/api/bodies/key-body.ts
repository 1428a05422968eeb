import * as z from 'zod/mini'
import { ACCESS_SCOPES, OWNER } from '../../core/access/access-key.ts'
import { oneOf, strictObject, text } from './fields.ts'
import { namedBody } from '../description/schemas.ts'

const ownerError = 'must be 1 to 64 letters a to z, digits and hyphens, none at either end'
const timeError = 'must be a time like 2027-01-31T00:00:00Z'

/** The body of `POST /v1/keys`. */
export const KeyBody = namedBody(
  'KeyBody',
  strictObject({
    name: text(200).check(z.describe('Tells it from other keys: who or what uses it.')),
    scope: oneOf(ACCESS_SCOPES).check(
      z.describe('`read` looks, `write` changes as well, `admin` manages keys on top.'),
    ),
    owner: z.optional(
      z
        .string({ error: ownerError })
        .check(
          z.regex(OWNER, { error: ownerError }),
          z.describe('Whose campaigns it opens: your own, unless you are the main owner.'),
        ),
    ),
    expiresAt: z.optional(
      z.iso
        .datetime({ offset: true, error: timeError })
        .check(
          z.describe(
            'The time from which it is refused: in the future, and no later than that of the key ' +
              'that creates it, which is also the default.',
          ),
        ),
    ),
  }).check(z.describe('What a key may be used for.')),
)

export const KEY_EXAMPLE = { name: 'Nightly report', scope: 'read' }
