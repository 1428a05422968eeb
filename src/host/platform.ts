import type { Identity } from '../core/campaign/campaign.ts'
import type { Ports } from '../core/campaign/ports.ts'
import type { PlatformLimits } from '../core/limits.ts'
import type { SourceDeps } from '../crawl/crawl-source.ts'
import type { Compressor } from '../store/log/sql-log.ts'
import type { Sql } from '../store/log/sql.ts'
import type { Database } from '../store/results/database.ts'
import type { CampaignCalls } from './campaign-calls.ts'
import type { Meter } from './meter.ts'
import type { SharedThread } from './shared-thread.ts'
import type { Sender } from './webhook/send.ts'

/** What a platform supplies once, for all campaigns. */
export interface Platform {
  /** Campaigns, results, webhooks and keys: D1, or a file. */
  database: Database
  /** Sends webhooks. */
  sender: Sender
  limits: PlatformLimits
  /** The campaign of that name, whether it exists or not. */
  campaign: (identity: Identity) => CampaignCalls
}

/**
 * What a platform supplies for one campaign. It calls `CampaignHost.alarm` when the alarm is due,
 * one call at a time, also for an alarm that was set before a restart.
 */
export interface CampaignPlatform
  extends Pick<Platform, 'database' | 'sender' | 'limits'>, Pick<Ports, 'entropy'>, SourceDeps {
  /** Resolves when the time is over, or at once when the signal is given. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Undefined where the platform does not know it: then the campaign's first record says it. */
  identity: Identity | undefined
  /** The campaign's own SQLite. Throws `UnreadableCampaign` where the storage is damaged. */
  sql: Sql
  compressor: Compressor
  /**
   * Sets the one alarm; undefined for none. It is set while another is being answered as well. It is
   * durable with what was written to `sql` just before, or follows from that at the next start.
   */
  setAlarm: (at: number | undefined) => void
  /** Erases `sql` and the alarm. What is too damaged to be erased may be left behind, unreachable. */
  erase: () => Promise<void>
  /** Lets work go on after the call that began it was answered. */
  waitUntil: (work: Promise<void>) => void
  meter: Meter
  /** Shared by all campaigns that take turns on one thread: an isolate, or a process. */
  thread: SharedThread
}
