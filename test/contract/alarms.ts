import { expect } from 'vitest'
import type { Ports } from '../../src/core/campaign/ports.ts'
import type { Contract } from './contract.ts'

/** A campaign's alarm, and what the platform has stored of it. */
export interface Alarm extends Pick<Ports, 'wakeAt'> {
  stored: () => Promise<number | undefined>
}

/** Far enough away that no platform fires it meanwhile. */
const LATER = Date.UTC(2100, 0, 1)

export const alarmContract: Contract<Alarm> = {
  'is not set at first': async (open) => {
    expect(await open().stored()).toBeUndefined()
  },

  'is stored by the platform, not by the object that set it': async (open) => {
    open().wakeAt(LATER)
    expect(await open().stored()).toBe(LATER)
  },

  'is the last one set, whether earlier or later': async (open) => {
    const alarm = open()
    alarm.wakeAt(LATER + 2)
    alarm.wakeAt(LATER + 3)
    alarm.wakeAt(LATER + 1)
    expect(await alarm.stored()).toBe(LATER + 1)
  },

  'can be cleared, even twice': async (open) => {
    const alarm = open()
    alarm.wakeAt(LATER)
    alarm.wakeAt(undefined)
    alarm.wakeAt(undefined)
    expect(await alarm.stored()).toBeUndefined()
  },

  'can be set again after it was cleared': async (open) => {
    const alarm = open()
    alarm.wakeAt(undefined)
    alarm.wakeAt(LATER)
    expect(await alarm.stored()).toBe(LATER)
  },
}
