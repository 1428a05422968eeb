import { expect, test } from 'vitest'
import { createDemoSite } from '../../demo/site.ts'
import { isOdd, isOnTopic, isWeb, ORIGINS, walk } from './walk.ts'

const site = createDemoSite(ORIGINS)
const visits = walk(site)

test('the same site is generated every time', () => {
  const again = createDemoSite(ORIGINS)
  // Backwards, because an answer must not depend on what was asked before.
  for (const { url, html } of visits.toReversed()) expect(again.answer(url).body).toBe(html)
})

test('another set of origins changes addresses and nothing else', () => {
  const moved = walk(createDemoSite([1, 2, 3, 4, 5].map((host) => `http://host-${host}.test`)))
  const back = moved.map(({ html }) =>
    html.replace(/http:\/\/host-(\d)\.test/g, 'http://127.0.0.1:900$1'),
  )
  expect(back).toEqual(visits.map(({ html }) => html))
})

test('a site of fewer than five origins is refused', () => {
  expect(() => createDemoSite(ORIGINS.slice(1))).toThrow('needs 5 origins, not 4')
})

test('every ordinary page can be reached from home by links', () => {
  expect(site.pageCount).toBeGreaterThan(450)
  expect(visits.length).toBe(site.pageCount)
})

test('every ordinary page is HTML in UTF-8 and has words of its own', () => {
  for (const { url } of visits) {
    const { status, headers } = site.answer(url)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
  expect(new Set(visits.map(({ html }) => html.match(/<p>.*/g)?.[1])).size).toBe(visits.length)
})

test('every link of an ordinary page leads to a page or to a known oddity', () => {
  for (const { url, links } of visits) {
    const ordinary = links.filter((link) => isWeb(link) && !isOdd(site, link))
    for (const { href } of ordinary) expect(site.answer(href).status, `${url} → ${href}`).toBe(200)
  }
})

test('pages also link mail addresses, telephones and scripts', () => {
  const protocols = new Set(visits.flatMap(({ links }) => links.map(({ protocol }) => protocol)))
  expect([...protocols].toSorted()).toEqual(['http:', 'javascript:', 'mailto:', 'tel:'])
})

test('between a fifth and a quarter of the pages are about volcanoes', () => {
  const share = visits.filter(isOnTopic).length / visits.length
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.25)
})

test('volcanoes are spread unevenly over the origins', () => {
  const counts = ORIGINS.map(
    (origin) => visits.filter((visit) => isOnTopic(visit) && visit.url.startsWith(origin)).length,
  )
  expect(Math.max(...counts)).toBeGreaterThan(30)
  expect(Math.min(...counts)).toBeLessThan(6)
})

test('some pages mention volcanoes once, others many times', () => {
  expect(visits.filter(({ mentions }) => mentions === 1).length).toBeGreaterThan(20)
  expect(visits.filter(({ mentions }) => mentions > 20).length).toBeGreaterThan(20)
})

test('most pages about volcanoes are three or more clicks from home', () => {
  const depths = visits.filter(isOnTopic).map(({ depth }) => depth)
  expect(depths.filter((depth) => depth >= 3).length).toBeGreaterThan(depths.length / 2)
  expect(Math.max(...depths)).toBeGreaterThanOrEqual(5)
})

test('a breadth-first crawl finds less than a quarter of the topic in 200 fetches', () => {
  const found = visits.slice(0, 200).filter(isOnTopic).length
  expect(found).toBeLessThan(visits.filter(isOnTopic).length / 4)
})

test('a link to a page about volcanoes stands mostly on another such page', () => {
  const onTopic = new Set(visits.filter(isOnTopic).map(({ url }) => url))
  const sources = visits.flatMap((visit) =>
    visit.links.filter(({ href }) => onTopic.has(href)).map(() => isOnTopic(visit)),
  )
  expect(sources.filter(Boolean).length / sources.length).toBeGreaterThan(0.8)
})

test('few pages collect most of the links', () => {
  const counts = new Map<string, number>()
  for (const { href } of visits.flatMap(({ links }) => links)) {
    counts.set(href, (counts.get(href) ?? 0) + 1)
  }
  const sorted = [...counts.values()].toSorted((a, b) => b - a)
  expect(sorted[0]).toBeGreaterThan(visits.length)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(10)
})

test('some pages are written in broken HTML and keep their links', () => {
  const broken = visits.filter(({ html }) => !html.includes('</html>'))
  expect(broken.length).toBeGreaterThan(3)
  for (const { links } of broken) expect(links.length).toBeGreaterThan(5)
})

test('an unknown path, an unknown origin and nonsense are not found', () => {
  for (const url of [`${ORIGINS[3]}/nowhere`, 'http://elsewhere.test/', 'nonsense']) {
    const { status, headers, body } = site.answer(url)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('no such page')
  }
})
