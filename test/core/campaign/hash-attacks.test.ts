import { describe, expect, test } from 'vitest'
import { draw } from '../../../src/lib/draw.ts'
import { siphash, type SipKey } from '../../../src/lib/siphash.ts'
import { page } from '../../fixtures/fake-web.ts'
import { fnvCollision, forward } from '../../fixtures/fnv-collision.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

const VICTIM = 'https://victim.test'
const HOSTILE = 'https://hostile.test'
const SAME = page('volcano '.repeat(40))

/** A web whose pages are generated on request. */
function worldOf(answer: (url: string) => string | undefined) {
  const requests: string[] = []
  const world = new LocalWorld(async (url) => {
    requests.push(url)
    const body = answer(url)
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return new Response(body ?? 'not found', { status: body === undefined ? 404 : 200, headers })
  })
  return { world, requests }
}

const fetchedFrom = (site: string, requests: readonly string[]) =>
  new Set(requests.filter((url) => url.startsWith(site) && !url.endsWith('/robots.txt'))).size

test('URLs with the fingerprint of a page in one campaign do not have it in another', () => {
  const bits = ({ low }: { low: number }) => low & 0xffff
  const found = (salt: SipKey, other: SipKey) => {
    const goal = `${VICTIM}/report`
    const urls = Array.from({ length: 2 ** 19 }, (_, i) => `${HOSTILE}/${i.toString(36)}`)
    const hits = urls.filter((url) => bits(siphash(url, salt)) === bits(siphash(goal, salt)))
    const alsoThere = hits.filter((url) => bits(siphash(url, other)) === bits(siphash(goal, other)))
    return { hits: hits.length, alsoThere: alsoThere.length }
  }
  const { hits, alsoThere } = found([1, 2, 3, 4], [1, 2, 3, 5])
  expect(hits).toBeGreaterThan(2)
  expect(alsoThere).toBe(0)
})

test('two campaigns with one spec hash the same URLs differently, in their records', () => {
  const salts = [1, 2].map((chance) => {
    const { world } = worldOf(() => SAME)
    world.ports.entropy = () => [chance, 0, 0, 0]
    world.create({ seeds: [`${VICTIM}/`] })
    const [created] = world.records()
    return created?.kind === 'created' && created.salt
  })
  expect(salts).toEqual([
    [1, 0, 0, 0],
    [2, 0, 0, 0],
  ])
})

test('pages of one host cannot get the pattern of another dropped', async () => {
  const ITEMS = 50
  // Patterns were once hashed like this: origin, separator, path with `#` for each number.
  const origin = (site: string) => forward(forward(0x811c9dc5, site), '\u0002')
  const token = fnvCollision(
    forward(origin(HOSTILE), '/'),
    '/#',
    forward(origin(VICTIM), '/item/#'),
  )
  const list = (url: string, count: number) =>
    page(
      'volcano list',
      Array.from({ length: count }, (_, i) => [`${url}${i}`, 'volcano'] as [string, string]),
    )
  const { world, requests } = worldOf((url) => {
    if (url === `${HOSTILE}/`) return list(`${HOSTILE}/${token}/`, 40)
    if (url === `${VICTIM}/`) return list(`${VICTIM}/item/`, ITEMS)
    if (url.startsWith(`${HOSTILE}/${token}/`)) return SAME
    return url.startsWith(`${VICTIM}/item/`) ? page(`volcano of ${url}`, [[url, url]]) : undefined
  })
  await world.run(world.create({ seeds: [`${HOSTILE}/`, `${VICTIM}/`], budget: 200 }))
  expect(fetchedFrom(VICTIM, requests)).toBe(ITEMS + 1)
  // Its own pattern is given up as before.
  expect(fetchedFrom(HOSTILE, requests)).toBeLessThan(30)
})

describe('a site that makes a new URL for each link to the same page', () => {
  const digits = (i: number, radix: number) =>
    Array.from({ length: 3 }, (_, n) => draw(draw(7, i), n).toString(radix)).join('')
  const letters = (i: number) => digits(i, 10).replace(/\d/g, (digit) => 'aeiklmnrst'[+digit]!)

  test.each<[string, (i: number) => string]>([
    ['hexadecimal, last', (i) => `/news/${digits(i, 16).slice(0, 16)}`],
    ['in base 36, first', (i) => `/${digits(i, 36).slice(0, 12)}/news/today`],
    ['of letters alone, within a name', (i) => `/story-${letters(i).slice(0, 10)}.html`],
    ['of letters alone, in the middle', (i) => `/a/${letters(i).slice(0, 9)}/read`],
    ['in a deep path', (i) => `/a/b/c/d/e/${digits(i, 32).slice(0, 10)}`],
    ['beside a parameter', (i) => `/${digits(i, 36).slice(0, 8)}?page=${i}`],
  ])('has it given up with a token %s', async (_, path) => {
    let made = 0
    const { world, requests } = worldOf((url) => {
      if (url.endsWith('/robots.txt')) return undefined
      const links = Array.from(
        { length: url === `${HOSTILE}/` ? 300 : 10 },
        () => `<a href="${HOSTILE}${path(made++)}">volcano</a>`,
      )
      return `<title>Same</title>${'volcano ash lava '.repeat(30)}${links.join(' ')}`
    })
    const campaign = world.create({ seeds: [`${HOSTILE}/`], budget: 150 })
    await world.run(campaign)
    expect(fetchedFrom(HOSTILE, requests)).toBeLessThan(35)
    expect(campaign.report().statusReason).toBe('frontier_empty')
  })
})
