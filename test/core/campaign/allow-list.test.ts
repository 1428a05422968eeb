import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { onLoopback } from '../../fixtures/loopback.ts'
import { strangerSite, WAYS } from '../../fixtures/stranger-site.ts'

const STRANGER = 'http://stranger.example'

/** A server of this machine, which its owner may have crawled and nobody else. */
let connections = 0
const secret = createServer((_, response) => void response.end('secret'))
secret.on('connection', () => connections++)
let target: string

beforeAll(async () => {
  await new Promise<void>((done) => secret.listen(0, '127.0.0.1', done))
  target = `http://127.0.0.1:${(secret.address() as AddressInfo).port}/`
})
beforeEach(() => {
  secret.closeAllConnections()
  connections = 0
})
afterAll(() => {
  secret.close()
  secret.closeAllConnections()
})

/** A campaign of a crawler that may visit this machine, over the real network. */
async function crawl(seed: string, site: string): Promise<LocalWorld> {
  const http: Http = (url, init) => fetch(url.replace(STRANGER, site), init)
  const world = new LocalWorld(http)
  const campaign = world.create({
    seeds: [seed],
    budget: 20,
    discover: ['links', 'sitemaps', 'feeds'],
  })
  await world.run(campaign)
  return world
}

const WAYS_OF_ALL = Object.entries(WAYS)

describe('with this machine allowed', () => {
  test.each(WAYS_OF_ALL)('a foreign page does not lead to it by %s', async (_, bait) => {
    const { origin, close } = await onLoopback(strangerSite(bait, target))
    onTestFinished(close)
    const world = await crawl(`${STRANGER}/`, origin)
    expect((await world.pages()).map(({ url }) => new URL(url).origin)).toContain(STRANGER)
    expect(connections).toBe(0)
    // It is not even known, so it is never requested.
    expect(JSON.stringify(world.records())).not.toContain('127.0.0.1')
  })

  // A canonical address and a sitemap's pages have to be of the site itself.
  const trusted = WAYS_OF_ALL.filter(([way]) => !/canonical|^a sitemap$/.test(way))
  test.each(trusted)('its own servers lead to each other by %s', async (_, bait) => {
    const { origin, close } = await onLoopback(strangerSite(bait, target))
    onTestFinished(close)
    await crawl(`${origin}/`, origin)
    expect(connections).toBeGreaterThan(0)
  })

  test.each([
    ['by moving again', (response: ServerResponse) => redirect(response, target)],
    ['by its Sitemap line', (response: ServerResponse) => response.end(`Sitemap: ${target}`)],
  ])(
    'a robots.txt of its own that has moved to a stranger does not lead back %s',
    async (_, say) => {
      const stranger = await onLoopback((_request, response) => {
        say(response)
      })
      onTestFinished(stranger.close)
      const own = await onLoopback((request, response) => {
        if (request.url !== '/robots.txt') response.end('volcano')
        else redirect(response, `${STRANGER}/robots.txt`)
      })
      onTestFinished(own.close)
      await crawl(`${own.origin}/`, stranger.origin)
      expect(connections).toBe(0)
    },
  )
})

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}
