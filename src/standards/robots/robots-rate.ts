export interface RequestRate {
  requests: number
  seconds: number
  /** The hours it is meant for. We keep to it all day. */
  during: DayTime | undefined
}

/** Hours and minutes in UTC, as `0630`. */
export interface DayTime {
  start: string
  end: string
}

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `1/10s`, `100/15m 0600-0845`. */
export function parseRate(value: string): RequestRate | undefined {
  const parts = /^(\d{1,9})\s*\/\s*(\d{1,9})([smhd]?)(?:\s+(.*))?$/i.exec(value)
  if (parts === null) return undefined
  const [, requests, count, unit = '', during = ''] = parts
  if (Number(requests) === 0) return undefined
  const seconds = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1)
  return { requests: Number(requests), seconds, during: parseDayTime(during) }
}

export function secondsApart(rate: RequestRate | undefined): number {
  return rate === undefined ? 0 : rate.seconds / rate.requests
}

/** `0600-0845`, or with a space between. */
export function parseDayTime(value: string): DayTime | undefined {
  const [, start, end] = /^(\d{4})(?:\s+|\s*-\s*)(\d{4})$/.exec(value) ?? []
  return start === undefined || end === undefined ? undefined : { start, end }
}
