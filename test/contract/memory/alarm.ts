import type { Alarm } from '../alarms.ts'

/** An alarm in a variable, which outlives the port. */
export function memoryAlarm(alarm: { at: number | undefined }): Alarm {
  return {
    wakeAt: (at) => void (alarm.at = at),
    stored: async () => alarm.at,
  }
}
