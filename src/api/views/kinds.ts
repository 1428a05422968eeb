import * as z from 'zod/mini'

// Kinds of field in what we answer, and how the values are made for reading.

export const Time = z.string().check(z.meta({ format: 'date-time' }))
/** Of the log: each campaign has its own, counted from 1. */
export const Seq = z
  .int()
  .check(z.minimum(1), z.describe('The record of the log that tells of it.'))
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

/** Scores are exact to a four-thousandth; more digits would only be noise to read. */
export const SHOWN_PARTS = 10_000

export function rounded(score: number): number {
  return Math.round(score * SHOWN_PARTS) / SHOWN_PARTS
}

export function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value)
}
