import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import {
  joinParents,
  NO_PARENTS,
  type Parents,
} from '../../../../src/core/campaign/insight/parents.ts'
import { fakeWeb, page, type FakeAnswer } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'

/** Reads all parents part by part, as the API does. */
function parentsOf(seq: number, campaign: Campaign): Parents & { parts: number } {
  let [parents, parts] = [NO_PARENTS, 0]
  for (; !parents.isAll; parts++) {
    parents = joinParents(parents, campaign.query('parents', { seq, after: parents.upTo }))
  }
  return { ...parents, parts }
}

describe('the parents of a page', () => {
  test.each([1, 7, 4021])('are all the pages that link to it (web %i)', async (seed) => {
    const web = randomWeb(seed, 80)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [web.seed], budget: 70 })
    await world.run(campaign)
    const steps = world
      .records()
      .flatMap((record, i) => (record.kind === 'step' ? [{ seq: i + 1, ...record }] : []))
    const listed = new Map((await world.pages()).map(({ seq, url }) => [seq, url]))
    expect(steps.length).toBeGreaterThan(50)
    for (const { seq, node } of steps) {
      const links = steps.filter(({ edges }) => edges.targets.includes(node))
      const { count, best, upTo } = parentsOf(seq, campaign)
      expect(count).toBe(links.length)
      expect(upTo).toBe(world.rows().length)
      expect(new Set(best.map((parent) => parent.seq))).toEqual(
        new Set(links.map((link) => link.seq)),
      )
      for (const { seq: parent, url, linkScore } of best) {
        const { edges } = links.find((link) => link.seq === parent)!
        expect(linkScore).toBe(edges.linkScores[edges.targets.indexOf(node)])
        expect(url).toBe(listed.get(parent))
      }
    }
  })

  test('are found after a reload', async () => {
    const web = randomWeb(3, 40)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [web.seed], budget: 30 })
    await world.run(campaign)
    for (const { seq } of await world.pages()) {
      expect(parentsOf(seq, world.reopen())).toEqual(parentsOf(seq, campaign))
    }
  })

  test('have the scores that a user gave them', async () => {
    const http = fakeWeb({
      'https://a.test/1': page('volcano', [['https://a.test/x', 'x']]),
      'https://a.test/2': page('volcano volcano', [['https://a.test/x', 'x']]),
      'https://a.test/x': page('here'),
    }).http
    const world = new LocalWorld(http)
    const seeds = ['https://a.test/1', 'https://a.test/2']
    const campaign = world.create({ seeds, budget: 3 })
    await world.run(campaign)
    const [first, second, child] = await world.pages()
    const order = () => parentsOf(child!.seq, campaign).best.map(({ url }) => url)
    expect(order()).toEqual([second!.url, first!.url])
    campaign.edit({ kind: 'labels', labels: [{ seq: second!.seq, worth: 0 }] })
    expect(order()).toEqual([first!.url, second!.url])
  })

  test('include pages that redirect to it', async () => {
    const http = fakeWeb({
      'https://a.test/': { status: 302, headers: { location: '/there' } },
      'https://a.test/there': page('here'),
    }).http
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: ['https://a.test/'], budget: 2 })
    await world.run(campaign)
    const there = (await world.pages()).find(({ url }) => url.endsWith('/there'))
    expect(parentsOf(there!.seq, campaign).best).toMatchObject([
      { url: 'https://a.test/', outcome: 'redirect' },
    ])
  })

  test('are searched for in parts of the log: all are counted, the best 50 listed', async () => {
    const pages: Record<string, FakeAnswer> = { 'https://a.test/hub': page('hub') }
    for (let i = 0; i < 2_100; i++) {
      pages[`https://a.test/${i}`] = page(`volcano ${i}`, [
        ['https://a.test/hub', 'hub'],
        [`https://a.test/${i + 1}`, 'a volcano'],
      ])
    }
    const world = new LocalWorld(fakeWeb(pages).http)
    const campaign = world.create({ seeds: ['https://a.test/0'], budget: 2_110 })
    await world.run(campaign)
    const hub = world
      .records()
      .findIndex((record) => record.kind === 'step' && record.title === 'hub')
    const { count, best, parts } = parentsOf(hub + 1, campaign)
    expect(parts).toBe(2)
    expect(count).toBe(2_100)
    expect(best).toHaveLength(50)
  })
})
