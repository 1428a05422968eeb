import type { EndReason } from './record.ts'

export type Status =
  | { status: 'running'; statusReason: null }
  | { status: 'paused'; statusReason: 'user' | 'repeated_faults' }
  | { status: 'completed'; statusReason: EndReason }

export const ACTIONS = ['pause', 'resume'] as const
export type Action = (typeof ACTIONS)[number]

/** What a user may ask of a campaign in that status. */
export function availableActions({ status }: Status): Action[] {
  switch (status) {
    case 'running':
      return ['pause']
    case 'paused':
      return ['resume']
    case 'completed':
      return []
  }
}
