const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const CHANCE_DIGITS = 8

const CAMPAIGN_ID = new RegExp(`^[${DIGITS}]{${TIME_DIGITS + CHANCE_DIGITS}}$`)

/**
 * Ten digits of time, eight of chance (40 bits), in base 32: ids sort by age, so that the newest
 * campaigns are found by primary key, without an index that every write would pay for.
 */
export function newCampaignId(now: number, chance: Uint8Array): string {
  let time = ''
  let rest = now
  for (let i = 0; i < TIME_DIGITS; i++) {
    time = DIGITS[rest % 32]! + time
    rest = Math.floor(rest / 32)
  }
  const tail = Array.from(chance.subarray(0, CHANCE_DIGITS), (byte) => DIGITS[byte % 32]!)
  return time + tail.join('')
}

export function isCampaignId(text: string): boolean {
  return CAMPAIGN_ID.test(text)
}
