import type { RobotsRules } from '../../standards/robots/robots.ts'
import type { Asking, Done, Turn } from './turns.ts'

/** The sites of the web, by the URL of any of their pages; all campaigns of an account share them. */
export type Sites = (url: string) => SharedSite

/** What a campaign may ask of a site that it shares with others. May fail, as any call may. */
export interface SharedSite {
  /** One that must be fetched takes a turn, as a page does. */
  robots: (asking: RobotsAsking) => Promise<RobotsReply>
  turn: (asking: Asking) => Promise<Turn>
  /** The campaign's request is still under way, and may be so when an idle site is gone. */
  lasts: (campaign: string) => Promise<void>
  /** In how many ms the campaign is expected again; 0 when it is alone. */
  done: (visit: Done) => Promise<number>
}

export interface RobotsAsking extends Asking {
  timeoutMs: number
  /** The campaign has asked the host for pages before. */
  isAgain: boolean
  /** With none left it gets what is known, or nothing. */
  maxRequests: number
}

/** `requests`: those sent to answer this very call, none where the answer was known. */
export type RobotsReply = { requests: number } & (
  | { kind: 'rules'; rules: RobotsRules; keepMs: number; bodyBytes: number }
  | { kind: 'failed'; reason: 'timeout' | 'unreachable' }
  /** It is not the caller's turn yet. */
  | { kind: 'wait'; waitMs: number }
  /** It is not known, and would have taken more requests than the caller has left. */
  | { kind: 'no_requests_left' }
)
