import * as z from 'zod/mini'
import { WAYS } from '../core/campaign/spec.ts'
import { normaliseUrl } from '../web/url/url.ts'
import { hasWord } from '../core/topic/plain-words.ts'
import { list, oneOrMore, someOf, strictObject, text, wholeNumber } from './fields.ts'
import { pointlessUnless } from './pointless.ts'

// The parts of a campaign that both its creation and its edits know, without defaults.

/** In normal form. */
export const Url = z
  .pipe(
    z.string({ error: 'must be a URL' }).check(
      z.refine((url) => normaliseUrl(url) !== undefined, {
        error:
          'must be an absolute http or https URL of at most 2000 characters, without a password',
      }),
    ),
    z.transform((url) => normaliseUrl(url)!),
  )
  .check(
    z.meta({
      format: 'uri',
      maxLength: 2000,
      description: 'Absolute, http or https, no password.',
    }),
  )

export const Name = text(200)
export const Topic = strictObject({
  keywords: list(text(100), 100, 'keywords').check(
    pointlessUnless(
      (keywords) => keywords.some(hasWord),
      'have no word in them, so that every page would score 0; give at least one',
    ),
  ),
})
export const Seeds = list(Url, 1000, 'URLs')
export const Budget = oneOrMore(
  10_000_000,
  'Fetches to spend, seeds included.',
  'with no fetch to spend nothing is ever fetched; give at least 1',
)
export const PerMinute = oneOrMore(
  60_000,
  'Fetches of the whole campaign.',
  'at no fetch a minute nothing is ever fetched; give at least 1, or pause the campaign',
)
export const HostDelayMs = wholeNumber(0, 600_000).check(
  z.describe('The least pause between two requests to one site; its robots.txt can lengthen it.'),
)
export const TimeoutMs = wholeNumber(100, 60_000).check(
  z.describe('From the request to the last byte.'),
)
export const BodyBytes = wholeNumber(1_000, 10_000_000).check(
  z.describe('Of a page, after decompression.'),
)
export const Discover = someOf(WAYS)
