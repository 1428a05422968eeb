import { DurableObject } from 'cloudflare:workers'
import { Campaign } from '../../core/campaign/campaign.ts'
import type { Decision } from '../../core/campaign/decisions.ts'
import type { Ports } from '../../core/campaign/ports.ts'
import type { Edit } from '../../core/campaign/record.ts'
import type { Report } from '../../core/campaign/report.ts'
import type { Edited } from '../../core/campaign/service.ts'
import type { Spec } from '../../core/campaign/spec.ts'
import { resultStore } from '../../store/result-store.ts'
import { sqlLog } from '../../store/sql-log.ts'
import { sqlSnapshots } from '../../store/sql-snapshots.ts'
import { webSource } from '../../web/source.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { objectSql } from './object-sql.ts'

/** After a fault of our own: long enough not to spin, short enough to be back before anyone asks. */
const AFTER_A_FAULT_MS = 30_000

const now = () => Date.now()

/** The door to one campaign: adapts alarms and calls, decides nothing. */
export class CampaignObject extends DurableObject<Env> {
  /** Since the object was loaded. */
  readonly meter = { rowsRead: 0, rowsWritten: 0, alarmsSet: 0 }
  readonly #ports: Ports
  #campaign: Campaign | undefined

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const sql = objectSql(ctx.storage, this.meter)
    this.#ports = {
      now,
      source: webSource({ http: (url, init) => fetch(url, init), now, userAgent: env.USER_AGENT }),
      log: sqlLog(sql),
      snapshots: sqlSnapshots(sql),
      projection: resultStore(d1Database(env.DB)),
      wakeAt: (at) => this.#wakeAt(at),
      trouble: (what, error) => console.error(what, error),
    }
  }

  async create(id: string, spec: Spec): Promise<Report> {
    const campaign = this.#open() ?? Campaign.create(id, spec, this.#ports)
    this.#campaign = campaign
    await campaign.flush()
    return campaign.report()
  }

  report(): Report | undefined {
    return this.#open()?.report()
  }

  async edit(edit: Edit): Promise<Edited | undefined> {
    const campaign = this.#open()
    if (campaign === undefined) return undefined
    const done = campaign.edit(edit)
    await campaign.flush()
    return { done, report: campaign.report() }
  }

  decisions(before: number, limit: number): Decision[] | undefined {
    return this.#open()?.decisions(before, limit)
  }

  /** False when there is no such campaign. */
  async flush(): Promise<boolean> {
    const campaign = this.#open()
    await campaign?.flush()
    return campaign !== undefined
  }

  wake(): void {
    this.#open()?.wake()
  }

  override async alarm(): Promise<void> {
    try {
      await this.#open()?.tick()
    } catch (error) {
      // What was half done in memory is forgotten: the log is the truth, and it is read again.
      this.#campaign = undefined
      console.error('a tick failed, the campaign is read again from its log', error)
      this.#wakeAt(now() + AFTER_A_FAULT_MS)
    }
  }

  #open(): Campaign | undefined {
    this.#campaign ??= Campaign.open(this.#ports)
    return this.#campaign
  }

  #wakeAt(at: number | undefined): void {
    this.meter.alarmsSet++
    void (at === undefined ? this.ctx.storage.deleteAlarm() : this.ctx.storage.setAlarm(at))
  }
}
