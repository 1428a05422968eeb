import * as z from 'zod/mini'
import { WAYS } from '../../core/spec/spec.ts'
import { normaliseUrl } from '../../standards/url/url.ts'
import { hasWord } from '../../core/topic/plain-words.ts'
import type { FetchLimit } from '../../core/spec/fetch-limit.ts'
import {
  fraction,
  hasAtMost,
  list,
  oneOrMore,
  someOf,
  strictObject,
  text,
  wholeNumber,
} from './fields.ts'
import { pointlessUnless } from './pointless.ts'
import { urlProblem } from './url-hint.ts'

// The parts of a campaign that both its creation and its edits know, without defaults.

/** In normal form. */
export const Url = z
  .pipe(
    z.string({ error: 'must be a URL' }).check(
      z.refine((url) => hasAtMost(2000, url) && normaliseUrl(url) !== undefined, {
        error: ({ input }) => urlProblem(input),
      }),
    ),
    z.transform((url) => normaliseUrl(url)!),
  )
  .check(
    z.meta({
      format: 'uri',
      maxLength: 2000,
      description:
        'Absolute, http or https, no password; at most 2000 characters in its normal form, too.',
    }),
  )

export const Name = text(200).check(z.describe('For people: need not be unique.'))
export const Topic = strictObject({
  keywords: list(text(100), 100, 'keywords').check(
    pointlessUnless(
      (keywords) => keywords.some(hasWord),
      'have no word in them, so that every page would score 0; give at least one',
    ),
    z.describe('Whole words, whatever case and accents; at least one has a word in it.'),
  ),
}).check(z.describe('What the campaign is about.'))
export const Seeds = list(Url, 1000, 'URLs').check(
  z.describe(
    'Where it begins: public addresses only, except those that the operator allows. The same ' +
      'URL twice counts once.',
  ),
)
export const Budget = oneOrMore(
  10_000_000,
  'Fetches to spend, seeds included.',
  'with no fetch to spend nothing is ever fetched; give at least 1',
)
export const PerMinute = oneOrMore(
  60_000,
  'Fetches a minute, of the whole campaign.',
  'at no fetch a minute nothing is ever fetched; give at least 1, or pause the campaign',
)
export const HostDelayMs = wholeNumber(0, 600_000).check(
  z.describe(
    'The least pause between two requests to one site, by all campaigns of yours, in ' +
      'milliseconds; it holds off those of other owners for 5000 at most. Its robots.txt can ' +
      'lengthen it, for everybody.',
  ),
)
export const TimeoutMs = wholeNumber(100, 60_000).check(
  z.describe('From the request to the last byte, in milliseconds.'),
)
export const BodyBytes = wholeNumber(1_000, 10_000_000).check(
  z.describe('Of a page, as it arrives and again after decompression.'),
)
const FetchLimitObject = strictObject({
  fetches: z.optional(
    oneOrMore(
      10_000_000,
      'So many fetches.',
      'with no fetch allowed nothing is ever fetched; give at least 1, or leave the host out by scope',
    ),
  ),
  share: z.optional(
    fraction().check(
      pointlessUnless(
        (share) => share > 0,
        'with no share of the budget nothing is ever fetched; give more than 0',
      ),
      z.meta({ exclusiveMinimum: 0, description: 'A share of the budget; one fetch at least.' }),
    ),
  ),
})

/** So many fetches, or a share of the budget; null for no limit. */
const fetchLimit = (description: string) =>
  z.nullable(
    z.pipe(
      FetchLimitObject.check(
        z.refine(({ fetches, share }) => (fetches === undefined) !== (share === undefined), {
          error: 'must have either fetches or share; null stands for no limit',
        }),
        z.meta({ oneOf: [{ required: ['fetches'] }, { required: ['share'] }], description }),
      ),
      z.transform(({ fetches, share }): FetchLimit =>
        fetches === undefined ? { share: share! } : { fetches },
      ),
    ),
  )
export const PerHost = fetchLimit('What may be charged for one host; null: no limit.')
export const PerSite = fetchLimit(
  'What may be charged for one site, all hosts of a registrable domain; null: no limit.',
)
export const Discover = someOf(WAYS).check(z.describe('Where new pages are looked for.'))
