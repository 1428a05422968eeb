import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import type { PageLinks } from '../../../../src/core/campaign/insight/page-links.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'

/** Reads the whole log part by part, as the API does. */
function linksOf(campaign: Campaign): PageLinks {
  let whole = campaign.query('pageLinks', 0)
  while (whole.upTo < whole.total) {
    const part = campaign.query('pageLinks', whole.upTo)
    whole = {
      ...part,
      pages: [...whole.pages, ...part.pages],
      names: [...whole.names, ...part.names],
      redirects: [...whole.redirects, ...part.redirects],
    }
  }
  return whole
}

describe('the link graph of a campaign', () => {
  test.each([1, 7, 4021])('has every page that was read, by its URL (web %i)', async (seed) => {
    const web = randomWeb(seed, 80)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [web.seed], budget: 60 })
    await world.run(campaign)
    const { pages, names, upTo, total } = linksOf(campaign)
    const urlOf = new Map(names.map(({ node, url }) => [node, url]))
    const listed = (await world.pages()).filter(({ outcome }) => outcome === 'ok')
    const read = pages.filter(({ isDuplicate }) => !isDuplicate)
    expect(upTo).toBe(total)
    expect(new Set(read.map(({ node }) => urlOf.get(node)))).toEqual(
      new Set(listed.map(({ url }) => url)),
    )
  })

  test.each([2, 5])('counts what was linked to and not fetched (web %i)', async (seed) => {
    const web = randomWeb(seed, 80)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [web.seed], budget: 20 })
    await world.run(campaign)
    const { pages } = linksOf(campaign)
    const read = new Set(pages.map(({ node }) => node))
    const steps = world.records().flatMap((record) => (record.kind === 'step' ? [record] : []))
    for (const { node, targets, uncrawled, links } of pages) {
      const step = steps.find((one) => one.node === node && one.edges.targets.length === links)!
      expect(links).toBe(step.edges.targets.length)
      // An alias counts for the page it stands for, which is not among the step's own targets.
      const direct = step.edges.targets.filter((target) => read.has(target))
      expect(targets).toEqual(expect.arrayContaining(direct))
      expect(targets.length + uncrawled).toBeLessThanOrEqual(links)
    }
    expect(pages.some(({ uncrawled }) => uncrawled > 0)).toBe(true)
  })

  test('is the same after a reload', async () => {
    const web = randomWeb(3, 40)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [web.seed], budget: 30 })
    await world.run(campaign)
    expect(linksOf(world.reopen())).toEqual(linksOf(campaign))
  })

  test('tells of redirects, and of the scores that a user gave', async () => {
    const { http } = fakeWeb({
      'https://a.test/': page('volcano', [
        ['https://a.test/old', 'old'],
        ['https://a.test/two', 'two'],
      ]),
      'https://a.test/old': { status: 302, headers: { location: 'https://a.test/new' } },
      'https://a.test/new': page('lava', []),
      'https://a.test/two': page('nothing here', []),
    })
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: ['https://a.test/'], budget: 5 })
    await world.run(campaign)
    const two = (await world.pages()).find(({ url }) => url === 'https://a.test/two')!
    campaign.edit({ kind: 'labels', labels: [{ seq: two.seq, worth: 1 }] })
    const { pages, names, redirects } = linksOf(campaign)
    const nodeOf = new Map(names.map(({ node, url }) => [url, node]))
    const best = pages.find(({ node }) => node === nodeOf.get('https://a.test/two'))!
    expect(redirects.map(({ to }) => to)).toEqual([nodeOf.get('https://a.test/new')])
    expect(best).toMatchObject({ isLabelled: true, score: expect.any(Number) })
    expect(best.score).toBeGreaterThan(0)
  })
})
