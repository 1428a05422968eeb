import type { EndReason } from './event.ts'

export type Status =
  | { status: 'running'; statusReason: null }
  | { status: 'paused'; statusReason: 'user' | 'repeated_faults' }
  /** Until it is given more of what it had ended for want of. */
  | { status: 'completed'; statusReason: EndReason }
  /** For good. */
  | { status: 'cancelled'; statusReason: 'user' }

export const ACTIONS = ['pause', 'resume', 'stop'] as const
export type Action = (typeof ACTIONS)[number]

/** What a user may ask of a campaign in that status. */
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
