import { BASE32_DIGITS, chanceDigits, toBase32 } from '../../lib/base32.ts'

const TIME_DIGITS = 10
const CHANCE_DIGITS = 8

const CAMPAIGN_ID = new RegExp(`^[${BASE32_DIGITS}]{${TIME_DIGITS + CHANCE_DIGITS}}$`)

/**
 * Ten digits of time, eight of chance (40 bits), in base 32: ids sort by age, so that the newest
 * campaigns are found by primary key, without an index that every write would pay for.
 */
export function newCampaignId(now: number, chance: Uint8Array): string {
  return timeDigits(now) + chanceDigits(chance.subarray(0, CHANCE_DIGITS))
}

/** A moment as text that sorts by age. */
export function timeDigits(at: number): string {
  return toBase32(at, TIME_DIGITS)
}

export function isCampaignId(text: string): boolean {
  return CAMPAIGN_ID.test(text)
}
