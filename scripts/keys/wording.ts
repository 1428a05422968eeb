import { CannotDo } from './cannot-do.ts'
import type { Key } from './client.ts'

const HOUR_MS = 3_600_000
const UNITS_MS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS }

/** `12h` and `90d` from now, or a moment. */
export function expiry(text: string, now: number): string {
  const [, count, unit] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const at = unit === undefined ? Date.parse(text) : now + Number(count) * UNITS_MS[unit]!
  if (Number.isNaN(at) || !/^\d/.test(text)) {
    throw new CannotDo(`--expires must be like 12h, 90d or 2027-01-31T00:00:00Z, not "${text}".`, 2)
  }
  return new Date(at).toISOString()
}

const HEAD = ['id', 'scope', 'owner', 'created', 'good until', 'name']

export function table(keys: readonly Key[]): string {
  const rows = [HEAD, ...keys.map(row)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)))
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function row(key: Key): string[] {
  return [key.id, key.scope, key.owner, day(key.createdAt), until(key), key.name]
}

function until({ expiresAt, revokedAt }: Key): string {
  if (revokedAt !== null) return `${day(revokedAt)}, revoked`
  return expiresAt === null ? 'revoked' : day(expiresAt)
}

function day(time: string): string {
  return time.slice(0, 10)
}
