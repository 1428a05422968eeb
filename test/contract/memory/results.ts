import type { Batch } from '../../../src/core/campaign/ports.ts'
import {
  LISTED_STATUSES,
  type OwnedSummary,
} from '../../../src/core/campaign/results/campaign-summary.ts'
import type { CrawledPage } from '../../../src/core/campaign/results/crawled-page.ts'
import type { PageFilter, PageListing } from '../../../src/core/campaign/results/page-listing.ts'
import type { OverdueCampaign } from '../../../src/store/results/campaign-rows.ts'
import type { Results } from '../results.ts'

type CampaignRow = Omit<OwnedSummary, 'status'> & Pick<OverdueCampaign, 'status'>

/** The results of all campaigns, which outlive the port. */
export class ResultTables {
  readonly campaigns = new Map<string, CampaignRow>()
  readonly pages = new Map<string, Map<number, CrawledPage>>()
}

const WATCHED: readonly string[] = ['running', 'failed', 'deleting']

export function memoryResults({ campaigns, pages }: ResultTables): Results {
  const keyOf = ({ owner, id }: { owner: string; id: string }) => `${owner}/${id}`
  const listed = (owner: string) =>
    [...campaigns.values()]
      .filter((row): row is OwnedSummary => row.owner === owner && row.status !== 'deleting')
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const pagesOf = (campaign: string) => {
    const known = pages.get(campaign) ?? new Map<number, CrawledPage>()
    pages.set(campaign, known)
    return known
  }

  return {
    async save(batch) {
      savePages(pagesOf(batch.campaign.id), batch)
      const key = keyOf(batch.campaign)
      const isRemoving = campaigns.get(key)?.status === 'deleting'
      const status = isRemoving ? 'deleting' : batch.campaign.status
      campaigns.set(key, { ...batch.campaign, status })
    },

    listCampaigns: async (owner, { before = '~', limit, statuses = LISTED_STATUSES }) =>
      listed(owner)
        .filter(({ id, status }) => id < before && statuses.includes(status))
        .slice(0, limit)
        .map(({ owner: _owner, ...summary }) => summary),

    isListed: async ({ owner, id }) => listed(owner).some((row) => row.id === id),

    isKnown: async (id) =>
      [...campaigns.values()].some((row) => row.id === id) || pagesOf(id).size > 0,

    async overview(owner, limit) {
      const rows = listed(owner)
      const byStatus = Map.groupBy(rows, ({ status }) => status)
      return {
        byStatus: Array.from(byStatus, ([status, all]) => ({ status, campaigns: all.length })),
        running: (byStatus.get('running') ?? []).slice(0, limit),
      }
    },

    listPages: async (campaign, listing) => listPages([...pagesOf(campaign).values()], listing),
    findPage: async (campaign, seq) => pagesOf(campaign).get(seq),

    async markUnreadable(campaign, _now, nextTickAt) {
      const row = campaigns.get(keyOf(campaign))
      if (row === undefined || row.status === 'deleting') return
      Object.assign(row, { status: 'failed', statusReason: 'unreadable', nextTickAt })
    },

    async takeOverdue({ now, since, limit }) {
      const due = [...campaigns.values()]
        .filter(({ status, nextTickAt }) => WATCHED.includes(status) && (nextTickAt ?? now) < since)
        .toSorted((a, b) => a.nextTickAt! - b.nextTickAt!)
        .slice(0, limit)
      for (const row of due) row.nextTickAt = now
      return due.map(({ id, owner, status }) => ({ id, owner, status }))
    },

    async hide(campaign, nextTickAt) {
      const row = campaigns.get(keyOf(campaign))
      if (row) Object.assign(row, { status: 'deleting', nextTickAt })
    },

    removeDeliveries: async () => null,
    async removePages({ id }) {
      pages.delete(id)
      return true
    },
    removeCampaign: async (campaign) => void campaigns.delete(keyOf(campaign)),
  }
}

function savePages(known: Map<number, CrawledPage>, batch: Batch): void {
  const { rebuilt, upTo } = batch
  const saved = new Map(batch.pages.map((page) => [page.seq, page]))
  for (const seq of known.keys()) {
    const isSurplus =
      rebuilt && (seq > rebuilt.end || (seq > rebuilt.after && seq <= upTo && !saved.has(seq)))
    if (isSurplus) known.delete(seq)
  }
  for (const [seq, page] of saved) known.set(seq, page)
  for (const seq of batch.replaced) known.delete(seq)
}

function listPages(pages: CrawledPage[], { filter, sort, after, limit }: PageListing) {
  const order = ORDERS[sort]
  return pages
    .filter((page) => fits(page, filter) && (after === undefined || order(after, page) < 0))
    .toSorted(order)
    .slice(0, limit)
}

type Position = Pick<CrawledPage, 'seq' | 'score'>

const ORDERS: Record<PageListing['sort'], (a: Position, b: Position) => number> = {
  time: (a, b) => a.seq - b.seq,
  '-time': (a, b) => b.seq - a.seq,
  score: (a, b) => Math.max(b.score, 0) - Math.max(a.score, 0) || a.seq - b.seq,
}

function fits(page: CrawledPage, { minScore, status, host, since }: PageFilter): boolean {
  if (minScore !== undefined && page.score < minScore) return false
  if (since !== undefined && page.fetchedAt < since) return false
  if (host !== undefined && !isAt(new URL(page.url), host)) return false
  if (status === undefined) return true
  return 'outcome' in status
    ? page.outcome === status.outcome
    : page.httpStatus >= status.from && page.httpStatus <= status.to
}

function isAt({ hostname, port, protocol }: URL, host: string): boolean {
  const [name, wanted] = host.split(':')
  const actual = port || (protocol === 'https:' ? '443' : '80')
  return hostname === name && (wanted === undefined || wanted === actual)
}
