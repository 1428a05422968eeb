import { expect } from 'vitest'
import type { ResultRemoval } from '../../src/core/campaign/removal.ts'
import { type PageFilter, type Sort, SORTS } from '../../src/core/campaign/results/page-listing.ts'
import type { ResultStore } from '../../src/store/results/result-store.ts'
import { batchOf, PAGE, SUMMARY } from '../fixtures/batch.ts'
import type { Contract } from './contract.ts'

/** Everything that is asked of the results: by the crawl, by the API, by the heartbeat, by a removal. */
export type Results = ResultStore & ResultRemoval

const { owner, ...LISTED } = SUMMARY
const ALL = { before: undefined, limit: 100 }
const CAMPAIGN = { id: SUMMARY.id, owner }

/** Scores below, at and above zero, some of them equal; two hosts, one with a port. */
const PAGES = [0.5, 0, 0.9, -0.2, 0.5, 0, 0.1].map((score, i) => ({
  ...PAGE,
  seq: i + 2,
  score,
  url: i % 3 === 0 ? `https://b.test:8443/${i}` : `https://a.test/${i}`,
  outcome: i === 5 ? ('http_error' as const) : ('ok' as const),
  httpStatus: i === 5 ? 404 : 200,
  fetchedAt: PAGE.fetchedAt + 7_200_000 * i,
}))

async function stocked(results: Results): Promise<Results> {
  await results.save({ ...batchOf(SUMMARY, PAGES), upTo: 8 })
  return results
}

async function seqs(results: Results, sort: Sort, filter: PageFilter = {}): Promise<number[]> {
  const pages = await results.listPages(SUMMARY.id, { sort, filter, after: undefined, limit: 100 })
  return pages.map(({ seq }) => seq)
}

/** The same list, two pages at a time. */
async function seqsInParts(results: Results, sort: Sort): Promise<number[]> {
  const found: number[] = []
  let after: { seq: number; score: number } | undefined
  for (;;) {
    const listing = { sort, filter: {}, after, limit: 2 }
    const part = await results.listPages(SUMMARY.id, listing)
    found.push(...part.map(({ seq }) => seq))
    after = part.at(-1)
    if (after === undefined) return found
  }
}

const overdue = async (results: Results, now: number) => {
  const found = await results.takeOverdue({ now, since: now - 100, limit: 9 })
  return found.map(({ id, status }) => `${id} ${status}`)
}

export const resultsContract: Contract<Results> = {
  'lists a campaign and its pages as they were saved': async (open) => {
    const results = await stocked(open())
    expect(await results.listCampaigns(owner, ALL)).toEqual([LISTED])
    const listing = { sort: 'time', filter: {}, after: undefined, limit: 100 } as const
    expect(await results.listPages(SUMMARY.id, listing)).toEqual(PAGES)
    expect(await results.findPage(SUMMARY.id, 3)).toEqual(PAGES[1])
    expect(await results.findPage(SUMMARY.id, 99)).toBeUndefined()
  },

  'is not changed when the same batch is saved again': async (open) => {
    const results = await stocked(await stocked(open()))
    expect(await seqs(results, 'time')).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(await results.listCampaigns(owner, ALL)).toEqual([LISTED])
  },

  'replaces a page that is saved again, and drops one that was replaced': async (open) => {
    const results = await stocked(open())
    const labelled = { ...PAGES[0]!, score: 1 }
    await results.save({ ...batchOf(SUMMARY, [labelled]), replaced: [4], upTo: 9 })
    expect(await results.findPage(SUMMARY.id, 2)).toEqual(labelled)
    expect(await seqs(results, 'time')).toEqual([2, 3, 5, 6, 7, 8])
  },

  'lists campaigns only for their owner, newest first, by cursor and by status': async (open) => {
    const results = open()
    await results.save(batchOf({ ...SUMMARY, id: 'b', status: 'paused' }))
    await results.save(batchOf(SUMMARY))
    await results.save(batchOf({ ...SUMMARY, id: 'c', owner: 'acme' }))
    const ids = async (asked: string, listing = {}) =>
      (await results.listCampaigns(asked, { ...ALL, ...listing })).map(({ id }) => id)
    expect(await ids(owner)).toEqual(['b', 'a'])
    expect(await ids('acme')).toEqual(['c'])
    expect(await ids('nobody')).toEqual([])
    expect(await ids(owner, { limit: 1 })).toEqual(['b'])
    expect(await ids(owner, { before: 'b' })).toEqual(['a'])
    expect(await ids(owner, { statuses: ['running'] })).toEqual(['a'])
    expect(await results.isListed(CAMPAIGN)).toBe(true)
    expect(await results.isListed({ id: 'c', owner })).toBe(false)
  },

  'lists pages in crawl order, newest first and best first, whole or by cursor': async (open) => {
    const results = await stocked(open())
    expect(await seqs(results, 'time')).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(await seqs(results, '-time')).toEqual([8, 7, 6, 5, 4, 3, 2])
    // Pages without a score come last, in crawl order.
    expect(await seqs(results, 'score')).toEqual([4, 2, 6, 8, 3, 5, 7])
    for (const sort of SORTS) {
      expect(await seqsInParts(results, sort)).toEqual(await seqs(results, sort))
    }
  },

  'filters pages by score, outcome, HTTP status, host and time': async (open) => {
    const results = await stocked(open())
    for (const sort of SORTS) {
      const found = async (filter: PageFilter) =>
        (await seqs(results, sort, filter)).toSorted((a, b) => a - b)
      expect(await found({ minScore: 0.5 })).toEqual([2, 4, 6])
      expect(await found({ minScore: 0 })).toEqual([2, 3, 4, 6, 7, 8])
      expect(await found({ status: { outcome: 'http_error' } })).toEqual([7])
      expect(await found({ status: { from: 200, to: 299 } })).toEqual([2, 3, 4, 5, 6, 8])
      expect(await found({ host: 'b.test' })).toEqual([2, 5, 8])
      expect(await found({ host: 'b.test:8443' })).toEqual([2, 5, 8])
      expect(await found({ host: 'b.test:443' })).toEqual([])
      expect(await found({ host: 'a.test:443' })).toEqual([3, 4, 6, 7])
      expect(await found({ since: PAGES[4]!.fetchedAt })).toEqual([6, 7, 8])
      expect(await found({ since: PAGES[4]!.fetchedAt, minScore: 0.5 })).toEqual([6])
    }
  },

  'keeps the pages of campaigns apart': async (open) => {
    const results = await stocked(open())
    await results.save(batchOf({ ...SUMMARY, id: 'b' }, [{ ...PAGE, seq: 2 }]))
    const listing = { sort: 'time', filter: {}, after: undefined, limit: 100 } as const
    expect(await results.listPages('b', listing)).toEqual([{ ...PAGE, seq: 2 }])
    expect(await seqs(results, 'time')).toHaveLength(PAGES.length)
  },

  'deletes what a rebuild did not find in the log': async (open) => {
    const results = await stocked(open())
    const kept = PAGES.filter(({ seq }) => seq === 3 || seq === 4)
    const rebuilt = { after: 0, end: 6 }
    await results.save({ ...batchOf(SUMMARY, kept), upTo: 4, rebuilt })
    expect(await seqs(results, 'time')).toEqual([3, 4, 5, 6])
  },

  'counts campaigns by status, and lists the newest running ones': async (open) => {
    const results = open()
    for (const id of ['a', 'b', 'c']) await results.save(batchOf({ ...SUMMARY, id }))
    await results.save(batchOf({ ...SUMMARY, id: 'd', status: 'paused' }))
    await results.save(batchOf({ ...SUMMARY, id: 'e', owner: 'acme' }))
    const { byStatus, running } = await results.overview(owner, 2)
    const counts = Object.fromEntries(byStatus.map(({ status, campaigns }) => [status, campaigns]))
    expect(counts).toEqual({ running: 3, paused: 1 })
    expect(running.map(({ id }) => id)).toEqual(['c', 'b'])
  },

  'marks a campaign as unreadable, with the time of the next attempt': async (open) => {
    const results = await stocked(open())
    await results.markUnreadable({ id: SUMMARY.id, owner: 'acme' }, 8_000, 7_000)
    expect(await results.listCampaigns(owner, ALL)).toEqual([LISTED])
    for (const nextTickAt of [9_000, 10_000]) {
      await results.markUnreadable(CAMPAIGN, 8_000, nextTickAt)
      expect(await results.listCampaigns(owner, ALL)).toEqual([
        { ...LISTED, status: 'failed', statusReason: 'unreadable', nextTickAt },
      ])
    }
  },

  'finds an overdue campaign unless it is idle, once each time': async (open) => {
    const results = open()
    const course = ['running', 'paused', 'running', 'completed', 'running', 'cancelled'] as const
    for (const [i, status] of course.entries()) {
      await results.save(batchOf({ ...SUMMARY, status, nextTickAt: 1 }))
      const found = status === 'running' ? ['a running'] : []
      expect(await overdue(results, 1_000 + i)).toEqual(found)
      // It counts as due at that moment.
      expect(await overdue(results, 1_001 + i)).toEqual([])
      expect(await overdue(results, 9_000)).toEqual(found)
    }
  },

  'returns the campaigns overdue for longest first': async (open) => {
    const results = open()
    for (const [i, id] of ['b', 'c', 'a'].entries()) {
      await results.save(batchOf({ ...SUMMARY, id, nextTickAt: i + 1 }))
    }
    const take = async () =>
      (await results.takeOverdue({ now: 1_000, since: 900, limit: 2 }))
        .map(({ id }) => id)
        .toSorted((a, b) => (a < b ? -1 : 1))
    expect(await take()).toEqual(['b', 'c'])
    expect(await take()).toEqual(['a'])
    expect(await take()).toEqual([])
  },

  'hides a campaign that is being removed, whatever is saved afterwards': async (open) => {
    const results = await stocked(open())
    await results.hide(CAMPAIGN, 5)
    await results.save(batchOf(SUMMARY))
    await results.markUnreadable(CAMPAIGN, 1, 2)
    expect(await results.listCampaigns(owner, ALL)).toEqual([])
    expect(await results.isListed(CAMPAIGN)).toBe(false)
    expect((await results.overview(owner, 9)).running).toEqual([])
  },

  'removes a campaign in steps, each of which may be repeated': async (open) => {
    const results = await stocked(open())
    await results.save(batchOf({ ...SUMMARY, id: 'b' }, PAGES))
    for (let round = 0; round < 2; round++) {
      await results.hide(CAMPAIGN, 5)
      // The heartbeat finds it, should the removal stop here.
      expect(await overdue(results, 1_000 + round)).toEqual(round === 0 ? ['a deleting'] : [])
      expect(await results.removeDeliveries(CAMPAIGN, '')).toBeNull()
      expect(await results.removePages(CAMPAIGN)).toBe(true)
      await results.removeCampaign(CAMPAIGN)
      expect(await seqs(results, 'time')).toEqual([])
      expect((await results.listCampaigns(owner, ALL)).map(({ id }) => id)).toEqual(['b'])
    }
  },
}
