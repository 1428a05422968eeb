import * as z from 'zod/mini'

// Types of fields in responses, and how their values are formatted.

export const Time = z.string().check(z.meta({ format: 'date-time' }))
/** The number of a record in the campaign's log, from 1. */
export const Seq = z.int().check(z.minimum(1), z.describe('The number of its record in the log.'))
export const PageUrl = z.string().check(z.meta({ format: 'uri' }))
export const TimeOrNull = z.nullable(Time)
export const Count = z.int().check(z.minimum(0))
/** The path of the next part of a list; null after the last. */
export const NextPart = z
  .nullable(z.string())
  .check(z.describe('The path of the next part; null after the last.'))

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}

/** Scores are exact to a four-thousandth; more digits would be noise. */
export const SHOWN_PARTS = 10_000

export function rounded(score: number): number {
  return Math.round(score * SHOWN_PARTS) / SHOWN_PARTS
}

export function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value)
}
