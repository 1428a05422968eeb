import type { EndReason } from './record.ts'

export type Status =
  | { status: 'running'; statusReason: null }
  | { status: 'paused'; statusReason: 'user' }
  | { status: 'completed'; statusReason: EndReason }

export type Action = 'pause' | 'resume'

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
