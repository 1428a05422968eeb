import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'

export interface UrlMatter {
  /** In normal form. */
  url: string
  /** Whether it leads into a private network, which a campaign cannot know. */
  isPrivate: boolean
}

/** A node that is asked about. */
export interface Subject {
  url: string
  node: NodeId
  state: CampaignState
  log: Log
}
