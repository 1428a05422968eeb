import { afterAll, beforeAll, expect, test } from 'vitest'
import { ODDITIES } from '../../demo/oddities/all.ts'
import { type DemoServer, startDemoServer } from '../../demo/server.ts'
import { createDemoSite } from '../../demo/site.ts'
import { ORIGINS, walk } from './walk.ts'

let server: DemoServer

beforeAll(async () => {
  server = await startDemoServer({ ports: [0, 0, 0, 0, 0] })
})

afterAll(() => server.close())

function get(host: number, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.site.origins[host] + path, { redirect: 'manual', ...init })
}

async function locationOf(host: number, path: string): Promise<[number, string | null]> {
  const response = await get(host, path)
  await response.text()
  return [response.status, response.headers.get('location')]
}

test('every oddity is linked from at least one ordinary page', () => {
  const visits = walk(createDemoSite(ORIGINS))
  const linked = new Set(visits.flatMap(({ links }) => links.map(({ href }) => href)))
  for (const { host, path } of ODDITIES) expect(linked).toContain(ORIGINS[host] + path)
})

test('robots.txt differs from host to host and one host has none', async () => {
  const responses = await Promise.all([0, 1, 2, 3, 4].map((host) => get(host, '/robots.txt')))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200])
  expect(responses[0]!.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const [first, , , fourth, fifth] = await Promise.all(responses.map((each) => each.text()))
  expect(first).toContain('Disallow: /private/\nDisallow: /search\n')
  expect(fourth).toContain('Crawl-delay: 1\n')
  expect(fifth).toContain('Disallow: /*?sort=\r\n')
})

test('disallowed pages answer whoever asks for them', async () => {
  const asked = await Promise.all([
    get(0, '/private/eruption-drafts'),
    get(0, '/search?q=lava'),
    get(3, '/print/eruption-special'),
    get(4, '/threads?sort=newest'),
  ])
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('redirects lead to pages, by relative and absolute locations', async () => {
  const { origins } = server.site
  expect(await locationOf(0, '/wiki/vulcanology')).toEqual([301, '/portal/volcanoes'])
  const gallery = `${origins[2]}/galleries/volcanoes.html`
  expect(await locationOf(1, '/go/volcano-hall')).toEqual([308, gallery])
  expect(await locationOf(1, '/latest/eruption')).toEqual([302, '../journeys/volcanoes/'])
  const journeys = `${origins[1]}/journeys/volcanoes/`
  expect(await locationOf(4, '/out/volcano-trips')).toEqual([307, journeys])
  const followed = await get(1, '/latest/eruption', { redirect: 'follow' })
  expect([followed.status, followed.url]).toEqual([200, journeys])
})

test('some redirects never arrive', async () => {
  expect(await locationOf(4, '/login')).toEqual([302, '/login'])
  expect(await locationOf(4, '/moved/volcano-board')).toEqual([301, '/moved/crater-board'])
  expect(await locationOf(4, '/moved/crater-board')).toEqual([301, 'volcano-board'])
  expect(await locationOf(0, '/hop/1')).toEqual([302, '/hop/2'])
  expect(await locationOf(0, '/hop/4021')).toEqual([302, '/hop/4022'])
  await expect(get(0, '/hop/1', { redirect: 'follow' })).rejects.toThrow('fetch failed')
})

test('failures come with their status', async () => {
  expect((await get(0, '/wiki/lost-crater')).status).toBe(404)
  expect((await get(3, '/live/2019/eruption-ticker')).status).toBe(410)
  expect((await get(3, '/tag/eruption')).status).toBe(500)
  const unavailable = await get(3, '/map/ash-cloud')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '2'])
})

test('slow pages take their time', async () => {
  const { site } = server
  const { origins } = site
  expect(site.answer(`${origins[2]}/live/webcam`).delayMs).toBe(2000)
  expect(site.answer(`${origins[3]}/interactive/lava-map`).delayMs).toBe(2500)
  const signal = AbortSignal.timeout(200)
  await expect(get(1, '/guides/crater-walks', { signal })).rejects.toThrow('timeout')
  expect(await (await get(1, '/guides/crater-walks')).text()).toContain('Crater walks')
})

test('one page never answers in time', async () => {
  const signal = AbortSignal.timeout(200)
  await expect(get(3, '/live/eruption-feed', { signal })).rejects.toThrow('timeout')
})

test('one page closes the connection before its end', async () => {
  const response = await get(4, '/attachments/eruption-log')
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('one page has six megabytes', async () => {
  const body = await (await get(2, '/catalogue/complete')).arrayBuffer()
  expect(body.byteLength).toBeGreaterThan(6 * 1024 * 1024)
})

test('one page never ends', async () => {
  const response = await get(2, '/live/tremor')
  const reader = response.body!.getReader()
  for (let i = 0; i < 4; i++) expect((await reader.read()).done).toBe(false)
  await reader.cancel()
})

test('a PDF and an image say what they are', async () => {
  const pdf = await get(2, '/files/eruption-chronology.pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(await pdf.text()).toMatch(/^%PDF-/)
  const image = await get(2, '/images/lava-fountain.png')
  expect(image.headers.get('content-type')).toBe('image/png')
  expect([...new Uint8Array(await image.arrayBuffer()).slice(1, 4)]).toEqual([0x50, 0x4e, 0x47])
})

test('one page is in ISO-8859-1 and only its meta element says so', async () => {
  const response = await get(2, '/archive/letters-from-reunion')
  expect(response.headers.get('content-type')).toBe('text/html')
  const body = await response.arrayBuffer()
  expect(new TextDecoder('iso-8859-1').decode(body)).toContain('Eyjafjallajökull')
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow('not valid')
})

test('the calendar has no last month, and every month tempts once', async () => {
  let path = '/calendar/2026/11'
  for (let month = 0; month < 30; month++) {
    const html = await (await get(1, path)).text()
    expect(html.match(/eruption/g)?.length).toBe(1)
    const [previous, next] = [...html.matchAll(/href="(\/calendar[^"]*)"/g)].map(
      ([, href]) => href!,
    )
    expect(previous).not.toBe(next)
    path = next!
  }
  expect(path).toBe('/calendar/2029/05')
})

test('the calendar has neither a thirteenth month nor a year zero', async () => {
  expect((await get(1, '/calendar/2026/13')).status).toBe(404)
  expect((await get(1, '/calendar/0/12')).status).toBe(404)
})

test('the audio guide is one text under ever new session ids', async () => {
  const seen = new Set(['1'])
  const texts = new Set<string>()
  for (const sid of seen) {
    const html = await (await get(2, `/audio-guide?sid=${sid}`)).text()
    texts.add(html.replace(/sid=\d+/g, ''))
    for (const [, more] of html.matchAll(/\?sid=(\d+)/g)) seen.add(more!)
    if (seen.size > 100) break
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(texts.size).toBe(1)
})
