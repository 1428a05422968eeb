import type { EndReason } from './event.ts'

export type Status =
  | { status: 'running'; statusReason: null }
  | { status: 'paused'; statusReason: 'user' | 'repeated_faults' }
  /** Budget spent or frontier empty; more budget or seeds resume it. */
  | { status: 'completed'; statusReason: EndReason }
  /** Stopped for good. */
  | { status: 'cancelled'; statusReason: 'user' }

export const ACTIONS = ['pause', 'resume', 'stop'] as const
export type Action = (typeof ACTIONS)[number]

/** What a user may do with a campaign in that status. */
export function availableActions({ status }: Status): Action[] {
  switch (status) {
    case 'running':
      return ['pause', 'stop']
    case 'paused':
      return ['resume', 'stop']
    case 'completed':
    case 'cancelled':
      return []
  }
}

interface Scheduled {
  status: Status
  schedule: { reservations: { first: { dueAt: number } | undefined } }
  updatedAt: number
}

/** Null unless the campaign runs. If nothing is reserved, the tick was due with the last record. */
export function nextTickAt({ status, schedule, updatedAt }: Scheduled): number | null {
  if (status.status !== 'running') return null
  return schedule.reservations.first?.dueAt ?? updatedAt
}
