import * as z from 'zod/mini'
import type { Spec } from '../core/campaign/spec.ts'
import { TIES } from '../core/rank/best-first.ts'
import { normaliseUrl } from '../web/url.ts'

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

const text = (max: number) => {
  const error = `must be a text of 1 to ${max} characters`
  return z.string({ error }).check(z.trim(), z.minLength(1, { error }), z.maxLength(max, { error }))
}

const list = <Item extends z.core.$ZodType>(item: Item, max: number, of: string) => {
  const error = `must be a list of 1 to ${max} ${of}`
  return z.array(item, { error }).check(z.minLength(1, { error }), z.maxLength(max, { error }))
}

const strictObject = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}; known are ${Object.keys(shape).join(', ')}`
        : `must be an object with ${Object.keys(shape).join(', ')}`,
  })

const Seed = z.pipe(
  z.string({ error: 'must be a URL' }).check(
    z.refine((url) => normaliseUrl(url) !== undefined, {
      error: 'must be an absolute http or https URL of at most 2000 characters, without a password',
    }),
  ),
  z.transform((url) => normaliseUrl(url)!),
)

/** The body of `POST /v1/campaigns`. */
const CampaignBody = strictObject({
  name: text(200),
  topic: strictObject({ keywords: list(text(100), 100, 'keywords') }),
  seeds: list(Seed, 1000, 'URLs'),
  budget: wholeNumber(1, 10_000_000),
  rate: z._default(
    strictObject({
      perMinute: z._default(wholeNumber(1, 60_000), 60),
      hostDelayMs: z._default(wholeNumber(0, 600_000), 1000),
    }),
    { perMinute: 60, hostDelayMs: 1000 },
  ),
  policy: z._default(z.enum(['fl_ne'], { error: 'must be "fl_ne"' }), 'fl_ne'),
  ties: z._default(z.enum(TIES, { error: `must be one of ${TIES.join(', ')}` }), 'fifo'),
  limits: z._default(
    strictObject({
      timeoutMs: z._default(wholeNumber(100, 60_000), 15_000),
      bodyBytes: z._default(wholeNumber(1_000, 10_000_000), 2_000_000),
    }),
    { timeoutMs: 15_000, bodyBytes: 2_000_000 },
  ),
  randomSeed: z.optional(wholeNumber(0, 0xffffffff)),
})

/** The body made complete: nothing is optional from here on. */
export function toSpec(body: z.infer<typeof CampaignBody>, randomSeed: () => number): Spec {
  return {
    ...body,
    seeds: [...new Set(body.seeds)],
    randomSeed: body.randomSeed ?? randomSeed(),
  }
}

export { CampaignBody }
