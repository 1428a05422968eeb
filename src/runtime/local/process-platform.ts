import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { PROCESS_LIMITS } from '../../core/limits.ts'
import { localSites, type Sites, type StoredSite } from '../../crawl/site/sites.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import { FREE_METER } from '../../host/meter.ts'
import type { Platform } from '../../host/platform.ts'
import { SharedThread } from '../../host/shared-thread.ts'
import { siteFacts, type SiteFacts } from '../../store/site-facts.ts'
import { compressor } from '../compressor.ts'
import { entropy } from '../entropy.ts'
import { inflate } from '../inflate.ts'
import { campaignFolder } from './campaign-files.ts'
import { BadFolder, type DataFolder } from './data-folder.ts'
import { LocalCampaigns } from './local-campaigns.ts'
import { migrate, NewerFolder } from './migrate.ts'
import { isDamage, nodeDatabase, nodeSql } from './node-sql.ts'
import { localOutbound } from './outbound.ts'
import { openSqlite } from './sqlite-file.ts'
import { wakeStored } from './wake-stored.ts'

const now = () => Date.now()
/** A timer would take a millisecond at least, and a fast crawl waits at every page. */
const wait = (ms: number, signal?: AbortSignal) =>
  (ms <= 0 ? setImmediate(undefined, { signal }) : setTimeout(ms, undefined, { signal })).catch(
    () => {},
  )

/** Longer than a robots.txt is kept, and than any pause that a site asks for. */
const FACTS_MS = 30 * 24 * 3_600_000

interface ProcessOptions {
  folder: DataFolder
  allow: readonly string[]
  userAgent: string
}

/** The whole product but its API, in one process on one folder. */
export interface ProcessPlatform extends Platform {
  sites: Sites
  guard: ReturnType<typeof localOutbound>['guard']
  /** Opens the campaigns that may have something to do. */
  wakeStored: () => Promise<void>
  /** Lets fetches under way end, within some seconds, and closes all files. */
  stop: () => Promise<void>
}

/** Throws `BadFolder` when a file of the folder cannot be used. */
export function processPlatform({ folder, allow, userAgent }: ProcessOptions): ProcessPlatform {
  const results = open(folder, 'results.sqlite', migrate)
  const facts = open(folder, 'sites.sqlite', () => {})
  const { guard, send, close } = localOutbound({ allow })
  const database = nodeDatabase(results)
  const agent = outgoingUserAgent(userAgent)
  const client = { http: send, userAgent: agent, inflate, guard, now, wait }
  const sites = localSites({ ...client, bornAt: now() }, storedSites(siteFacts(nodeSql(facts))))
  const sender = { ...client, random: () => Math.random() }
  const limits = PROCESS_LIMITS
  const thread = new SharedThread(now)
  const shared = { ...client, sites, database, sender, limits, compressor, entropy, thread }
  const files = campaignFolder(folder)
  const campaigns = new LocalCampaigns(files, { ...shared, meter: FREE_METER })
  let isStopped = false
  return {
    database,
    sender,
    limits,
    sites,
    guard,
    campaign: campaigns.campaign,
    wakeStored: () =>
      wakeStored({
        folder: files,
        database,
        campaign: campaigns.campaign,
        wait,
        isStopped: () => isStopped,
      }),
    async stop() {
      isStopped = true
      await campaigns.stop()
      close()
      results.close()
      facts.close()
    },
  }
}

function storedSites(facts: SiteFacts): (site: string) => StoredSite {
  facts.removeBefore(now() - FACTS_MS)
  return (site) => {
    const stored = <T>(name: string) => ({
      load: () => facts.load(site, name) as T | undefined,
      save: (value: T) => facts.save(site, name, value, now()),
    })
    return {
      quietUntil: stored('quietUntil'),
      lease: stored('request'),
      robots: (origin) => stored(`robots ${origin}`),
    }
  }
}

type Sqlite = ReturnType<typeof openSqlite>

function open(folder: DataFolder, name: string, prepare: (sqlite: Sqlite) => void): Sqlite {
  const path = join(folder.path, name)
  try {
    const sqlite = openSqlite(path)
    prepare(sqlite)
    return sqlite
  } catch (error) {
    if (error instanceof NewerFolder) throw new BadFolder(error.message)
    const why = isDamage(error) ? 'is damaged' : `cannot be opened (${(error as Error).message})`
    throw new BadFolder(`${path} ${why}. Restore it from a backup, or ${folder.chooseAnother}`)
  }
}
