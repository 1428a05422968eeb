import { AUDIO_GUIDE } from './audio-guide.ts'
import { BODIES } from './bodies.ts'
import { CALENDAR } from './calendar.ts'
import { CLOSED } from './closed.ts'
import { FAILURES } from './failures.ts'
import { MOVES } from './moves.ts'
import type { Oddity } from './oddity.ts'

export const ODDITIES: readonly Oddity[] = [
  ...CLOSED,
  ...MOVES,
  ...FAILURES,
  ...BODIES,
  CALENDAR,
  AUDIO_GUIDE,
]

export function findOddity(host: number, pathname: string): Oddity | undefined {
  return ODDITIES.find(
    (oddity) =>
      oddity.host === host &&
      (oddity.path.split('?')[0] === pathname || oddity.family?.test(pathname) === true),
  )
}
