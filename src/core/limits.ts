/** What a platform allows, each limit said once; budgets derive from these. */
export interface PlatformLimits {
  /** Fetches that one campaign may have under way. */
  maxParallel: number
  /** Requests that one invocation may send: fetches, and calls to other objects. */
  maxRequests: number
  /** Queries that one invocation may send to the database; each statement of a batch counts. */
  maxQueries: number
  /** Connections that one invocation may have open at a time. */
  maxConnections: number
  /** How long the answer to an alarm may take. */
  maxAlarmMs: number
  /** The size of a log that may be imported. */
  maxImportBytes: number
}

/** The free plan, whose invocations end after these; the paid plan allows more. */
export const CLOUDFLARE_LIMITS: PlatformLimits = {
  maxParallel: 6,
  maxRequests: 50,
  maxQueries: 50,
  maxConnections: 6,
  maxAlarmMs: 900_000,
  // A request has 100 MB at most.
  maxImportBytes: 100_000_000,
}

/** A process ends nothing. Its database answers at once, so after some queries others must get in. */
export const PROCESS_LIMITS: PlatformLimits = {
  maxParallel: 64,
  maxRequests: 1_000,
  maxQueries: 100,
  maxConnections: 32,
  maxAlarmMs: Infinity,
  maxImportBytes: 2_000_000_000,
}

/** Memory of an isolate, which several campaigns may share. */
export const ISOLATE_BYTES = 128 * 1_024 * 1_024

/**
 * Calls that a response to a client may make, on the narrowest platform; the rest is left for keys
 * and results. A response is the same everywhere, so other platforms keep to it as well.
 */
export const MAX_CALLS_A_RESPONSE = 0.8 * CLOUDFLARE_LIMITS.maxRequests

/** The size of a part of an imported log: the calls of one response suffice for the largest. */
export const IMPORT_PART_BYTES = CLOUDFLARE_LIMITS.maxImportBytes / (MAX_CALLS_A_RESPONSE - 6)

/** Calls to sites for one answer, which may send requests of their own beside them. */
export const MAX_SITE_CALLS = 0.4 * CLOUDFLARE_LIMITS.maxRequests

/** Attempts at a busy campaign: five parts of a response may need them all. */
export const MAX_BUSY_ATTEMPTS = MAX_CALLS_A_RESPONSE / 5

/** One save of results: surplus, pages, replaced pages, deliveries, status, campaign. */
const SAVE_QUERIES = 6

/** Saves of one run of the sync, everywhere; a call may take two runs. */
export const MAX_SAVES_A_RUN = Math.floor(maxSaves(CLOUDFLARE_LIMITS) / 2)

/** Saves of one invocation, with eight queries to spare: to deliver, and to mark the unreadable. */
function maxSaves({ maxQueries }: PlatformLimits): number {
  return Math.floor((maxQueries - 8) / SAVE_QUERIES)
}

/** Saves after which an alarm ends; a run of the sync may still be under way. */
export function maxSavesAnAlarm(limits: PlatformLimits): number {
  return maxSaves(limits) - MAX_SAVES_A_RUN
}

/**
 * Queries of one round of a removal. Beyond them four hide the campaign, one removes its row, and
 * two saves may have been under way.
 */
export function maxRemovalQueries({ maxQueries }: PlatformLimits): number {
  return maxQueries - 5 - 2 * SAVE_QUERIES - 1
}

/** Campaigns that one heartbeat wakes. */
export function maxWoken({ maxRequests }: PlatformLimits): number {
  return maxRequests / 2
}

/** Lost campaigns that one heartbeat settles: nine queries each; its other tasks take twenty. */
export function maxLost({ maxQueries }: PlatformLimits): number {
  return Math.floor((maxQueries - 20) / 9)
}

/** Webhook deliveries that one heartbeat sends, beside the campaigns it wakes. */
export function maxDeliveries(limits: PlatformLimits): number {
  return limits.maxRequests - maxWoken(limits) - 5
}

/** Webhook deliveries at a time; one connection is left for the database. */
export function maxConcurrentDeliveries({ maxConnections }: PlatformLimits): number {
  return maxConnections - 1
}
