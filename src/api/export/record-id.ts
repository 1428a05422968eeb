import { fingerprint } from '../../lib/fingerprint.ts'

/**
 * The same for the same page of the same campaign, however often it is exported: a UUID of version
 * 8 (RFC 9562 §5.8), 60 bits of the campaign's fingerprint and the number of the page's record.
 */
export function recordId(campaign: string, seq: number): string {
  const { low, high } = fingerprint(campaign)
  const print = hex(high, 8) + hex(low, 8)
  const number = hex(seq, 15)
  const parts = [
    print.slice(0, 8),
    print.slice(8, 12),
    `8${print.slice(12, 15)}`,
    `8${number.slice(0, 3)}`,
    number.slice(3),
  ]
  return `<urn:uuid:${parts.join('-')}>`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
