import { CLOUDFLARE_LIMITS } from '../../core/limits.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import { BillingMeter } from '../../host/meter.ts'
import type { CampaignPlatform, Platform } from '../../host/platform.ts'
import { SharedThread } from '../../host/shared-thread.ts'
import { logLine } from '../../lib/log-line.ts'
import { compressor } from '../compressor.ts'
import { entropy } from '../entropy.ts'
import { inflate } from '../inflate.ts'
import type { Env } from './env.ts'
import { d1Database, isDamage, objectSql, setAlarm } from './metered-storage.ts'
import { identityOf, objectCalls, objectName } from './object-call.ts'
import { answeredHttp, cloudflareSender, outbound } from './outbound.ts'
import { cloudflareSites, isolateStart } from './site-object.ts'

const now = () => Date.now()
const wait = (ms: number, signal?: AbortSignal) =>
  // It rejects when the signal is given.
  scheduler.wait(ms, signal && { signal }).catch(() => {})

let thread: SharedThread | undefined

/** One Durable Object a campaign, results in D1. */
export function cloudflarePlatform(env: Pick<Env, 'DB' | 'CAMPAIGN'> & OutboundEnv): Platform {
  return {
    database: d1Database(env.DB),
    sender: cloudflareSender(env),
    limits: CLOUDFLARE_LIMITS,
    campaign: (identity) => objectCalls(() => env.CAMPAIGN.getByName(objectName(identity))),
  }
}

type OutboundEnv = Parameters<typeof cloudflareSender>[0]

/** What the object of a campaign has: its storage, its alarm, and everything else metered. */
export function objectPlatform(ctx: DurableObjectState, env: Env): CampaignPlatform {
  isolateStart()
  // Made with the first object: outside of a request the clock stands still at zero.
  thread ??= new SharedThread(now)
  const { id, storage } = ctx
  const meter = new BillingMeter(now)
  const { guard, send } = outbound(env)
  return {
    identity: id.name === undefined ? undefined : identityOf(id.name),
    now,
    wait,
    sql: objectSql(storage, meter),
    compressor,
    entropy,
    database: d1Database(env.DB, meter),
    setAlarm: (at) => setAlarm(storage, at),
    erase: () => erase(storage, id.name ?? id.toString()),
    waitUntil: (work) => ctx.waitUntil(work),
    http: answeredHttp(send),
    userAgent: outgoingUserAgent(env.USER_AGENT),
    inflate,
    guard,
    sites: cloudflareSites(env, () => meter.add({ requests: 1 })),
    sender: cloudflareSender(env),
    limits: CLOUDFLARE_LIMITS,
    meter,
    thread,
  }
}

/** Storage too damaged to be erased is left behind: nothing leads there any more. */
async function erase(storage: DurableObjectStorage, name: string): Promise<void> {
  try {
    await storage.deleteAll()
  } catch (error) {
    if (!isDamage(error)) throw error
    const details = { campaign: name, error }
    console.error(logLine('the storage of a removed campaign could not be erased', details))
  }
}
