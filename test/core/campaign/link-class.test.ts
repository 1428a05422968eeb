import { expect, test } from 'vitest'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import type { PolicyName } from '../../../src/core/rank/names.ts'
import { fakeWeb, type FakeAnswer } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

const ORIGIN = 'https://a.test'
const HOME = `${ORIGIN}/`

/** A shop: each list page leads to items, on topic, to the next list, and by its footer to nothing. */
function shop(): Record<string, FakeAnswer> {
  const answers: Record<string, FakeAnswer> = {}
  for (let list = 0; list < 12; list++) {
    const items = [0, 1, 2, 3].map((i) => `<li><a href="/item/${list}-${i}">thing</a>`).join('')
    const legal = [0, 1, 2, 3].map((i) => `<a href="/legal/${list}-${i}">words</a>`).join('')
    answers[list === 0 ? HOME : `${HOME}list/${list}`] =
      `<body><footer><div><p class=small>${legal}</p></div></footer>` +
      `<main id=shop><section class=items><ul>${items}</ul></section></main>` +
      `<nav><a href="/list/${list + 1}">next</a></nav> list ${list}`
    for (let i = 0; i < 4; i++) {
      answers[`${HOME}item/${list}-${i}`] = `<body>lava lamp number ${list * 4 + i}`
      answers[`${HOME}legal/${list}-${i}`] = `<body>conditions, part ${list * 4 + i}`
    }
  }
  return answers
}

function worldOf(name: PolicyName, budget: number) {
  const world = new LocalWorld(fakeWeb(shop()).http)
  const campaign = world.create({
    seeds: [HOME],
    budget,
    topic: { keywords: ['lava'] },
    policy: completePolicy({ name }),
    rate: { perMinute: 600, hostDelayMs: 0 },
    discover: ['links'],
  })
  return { world, campaign }
}

test('a campaign by link_class finds out which links of a page lead to what it seeks', async () => {
  const scores = new Map<PolicyName, number>()
  for (const name of ['bfs', 'link_class'] as const) {
    const { world, campaign } = worldOf(name, 60)
    await world.run(campaign)
    scores.set(name, campaign.report().counters.relevant)
  }
  expect(scores.get('link_class')! - scores.get('bfs')!).toBeGreaterThan(4)
})

test('its records tell the class of each link, and what makes a class when it is met first', async () => {
  const { world, campaign } = worldOf('link_class', 60)
  await world.run(campaign)
  const lists = world.steps().filter(({ linkClasses }) => linkClasses !== undefined)
  expect(lists[0]!.linkClasses!.ofEdges).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3])
  expect(lists[0]!.linkClasses!.added).toHaveLength(3)
  const versions = world.rows().map((row) => row[1]!)
  expect(versions.filter((version) => version === 6)).toHaveLength(lists.length)
  for (const { linkClasses } of lists.slice(1)) {
    expect(linkClasses).toMatchObject({ known: 3, added: [] })
  }
})

test('a policy that looks at no class records none', async () => {
  const { world, campaign } = worldOf('fl_ne', 30)
  await world.run(campaign)
  expect(world.steps().every(({ linkClasses }) => linkClasses === undefined)).toBe(true)
  expect(world.rows().every((row) => row[1]! < 6)).toBe(true)
})

test('it goes on as it would have when it is reopened, and when the policy was another meanwhile', async () => {
  const plain = worldOf('link_class', 60)
  await plain.world.run(plain.campaign)
  const other = worldOf('link_class', 60)
  await other.world.run(other.campaign, 20)
  const change = (name: PolicyName) =>
    other.world.reopen().edit({ kind: 'patch', patch: { policy: completePolicy({ name }) } })
  change('fl_ne')
  change('link_class')
  await other.world.run(other.world.reopen())
  const nodes = (world: LocalWorld) => world.steps().map(({ node }) => node)
  expect(nodes(other.world)).toEqual(nodes(plain.world))
})

test('a policy changed to link_class learns the classes of later pages', async () => {
  const { world, campaign } = worldOf('bfs', 60)
  await world.run(campaign, 12)
  const policy = completePolicy({ name: 'link_class' })
  campaign.edit({ kind: 'patch', patch: { policy } })
  await world.run(campaign)
  const found = world.steps().flatMap(({ linkClasses }) => linkClasses?.added ?? [])
  expect(found.length).toBeGreaterThan(0)
  expect(world.reopen().report()).toEqual(campaign.report())
})
