import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import {
  UNREADABLE_RETRY_MS,
  type UnreadableCampaign,
} from '../../core/campaign/codec/read-record.ts'
import type { BusyCampaign } from '../../core/campaign/readers.ts'
import { ERRORS, type ErrorCode } from './error-codes.ts'

export interface ErrorDetail {
  /** The place in the body or the query, such as `seeds.0`; empty for the whole. */
  path: string
  message: string
}

/** An error response: what is wrong, and what to do about it. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[]

  constructor(code: ErrorCode, message: string, details: ErrorDetail[] = []) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): ContentfulStatusCode {
    return ERRORS[this.code].status
  }
}

/** An error about several fields; its message repeats all details. */
export function invalidFields(code: ErrorCode, details: ErrorDetail[]): HttpError {
  return new HttpError(code, joinDetails(details), details)
}

export function joinDetails(details: readonly ErrorDetail[]): string {
  return details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
}

export function campaignNotFound(id: string): HttpError {
  return new HttpError('campaign_not_found', `No campaign "${id}". GET /v1/campaigns lists yours.`)
}

/** The result of a query; throws if there is no such campaign. */
export function orNotFound<T>(answer: T | undefined, id: string): T {
  if (answer === undefined) throw campaignNotFound(id)
  return answer
}

/** Seconds after which to retry while a campaign is being loaded. */
const OPENING_RETRY_SECONDS = 2

export function openingCampaign(c: Context, { read }: OpeningCampaign): HttpError {
  const message =
    `The campaign is loading its log (${read} records so far). Changes that were sent are recorded, ` +
    'and /pages can be listed meanwhile.'
  return retryLater(c, 'campaign_loading', message, OPENING_RETRY_SECONDS)
}

export function unreadableCampaign({ seq, why }: UnreadableCampaign): HttpError {
  const what =
    seq === undefined
      ? "The campaign's log is lost or damaged as a whole"
      : `Record ${seq} of the campaign's log cannot be read${why === undefined ? '' : `: ${why}`}`
  return new HttpError(
    'campaign_unreadable',
    `${what}. It is retried every ${UNREADABLE_RETRY_MS / 60_000} minutes and with every request; ` +
      'what it had found is still listed by its /pages. DELETE removes it.',
  )
}

export function busyCampaign(c: Context, { waitMs }: BusyCampaign): HttpError {
  const seconds = Math.ceil(waitMs / 1000)
  const message = "The campaign's log is being read faster than its crawl allows."
  return retryLater(c, 'campaign_busy', message, seconds)
}

/** An error that says when to retry. */
export function retryLater(c: Context, code: ErrorCode, why: string, seconds: number): HttpError {
  c.header('Retry-After', String(seconds))
  const when = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new HttpError(code, `${why} Retry in ${when}.`)
}
