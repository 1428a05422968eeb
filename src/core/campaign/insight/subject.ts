import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'

export interface ExplainArgs {
  /** In normal form. */
  url: string
  /** Whether it leads into a private network, which a campaign cannot know. */
  isPrivate: boolean
  /** When it is asked: of a campaign that rests the last record may be long ago. */
  now: number
}

/** A node that is asked about. */
export interface Subject extends Pick<ExplainArgs, 'url' | 'now'> {
  node: NodeId
  state: CampaignState
  log: Log
}
