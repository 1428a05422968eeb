import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { create, getJson, post, until, type Campaign, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'

/** The store takes no record any more but the one that tells of it. */
const REFUSES = `CREATE TRIGGER no_room BEFORE INSERT ON step
  WHEN instr(NEW.record, CAST('no room' AS BLOB)) = 0`
const REFUSES_ALL = `${REFUSES} BEGIN SELECT RAISE(ABORT, 'no room'); END`
/** The third byte is the kind: `begun` stands before a request, so here the request is sent. */
const REFUSES_STEPS = `${REFUSES} AND substr(NEW.record, 3, 1) <> X'01'
  BEGIN SELECT RAISE(ABORT, 'no room'); END`
const TAKES_ALL = 'DROP TRIGGER no_room'

/** How long the campaign waits after each fault in a row; its rate alone makes it wait the first. */
const WAITS_MS = [12_000, 20_000, 40_000, 80_000]

describe('a campaign whose ticks fail on our side', () => {
  let id: string
  let aheadMs: number
  let errors: MockInstance

  beforeEach(async () => {
    const clock = Date.now.bind(Date)
    aheadMs = 0
    vi.spyOn(Date, 'now').mockImplementation(() => clock() + aheadMs)
    errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const campaign = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 1_000,
      // No alarm is due by the real clock before the test is over.
      rate: { perMinute: 5, hostDelayMs: 0 },
    })
    id = campaign.id
    await until(id, ({ progress }) => progress['fetched'] === 1)
  })

  afterEach(() => vi.restoreAllMocks())

  const object = () => testEnv.CAMPAIGN.getByName(id)

  const store = (statement: string) =>
    runInDurableObject(object(), (_object, { storage }) => void storage.sql.exec(statement))

  const report = () => getJson(`/v1/campaigns/${id}`)

  const decisions = async () =>
    (await getJson<{ decisions: { url: string }[] }>(`/v1/campaigns/${id}/decisions`)).decisions

  const waitOf = ({ nextTickAt }: Campaign) => Date.parse(nextTickAt!) - Date.now()

  /** The next tick, at the moment it is due. */
  async function tick(): Promise<Campaign> {
    aheadMs += Math.max(0, waitOf(await report()))
    await runDurableObjectAlarm(object())
    return report()
  }

  test('gives up the page and charges it if the request was sent', async () => {
    await store(REFUSES_STEPS)
    const failed = await tick()
    expect(failed).toMatchObject({ status: 'running', progress: { fetched: 2, failed: 1 } })
    expect(errors).toHaveBeenCalledWith(
      expect.stringMatching(new RegExp(`^campaign=${id} a tick failed.*no room.*$`)),
    )
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(pages.map(({ outcome }) => outcome)).toEqual(['ok', 'fault'])

    await store(TAKES_ALL)
    expect(await tick()).toMatchObject({ progress: { fetched: 3, failed: 1 } })
    const after = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(new Set(after.pages.map(({ url }) => url)).size).toBe(3)
  })

  test('charges nothing if it was not, and tries the same page again', async () => {
    const { url } = (await decisions())[0]!
    await store(REFUSES_ALL)
    expect(await tick()).toMatchObject({ status: 'running', progress: { fetched: 1, failed: 0 } })
    await store(TAKES_ALL)
    expect(await tick()).toMatchObject({ progress: { fetched: 2, failed: 0 } })
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(pages[1]).toMatchObject({ url })
  })

  test('waits longer after each fault, pauses after the fifth, and continues when resumed', async () => {
    await store(REFUSES_STEPS)
    for (const waitMs of WAITS_MS) {
      const failed = await tick()
      expect(failed.status).toBe('running')
      expect(waitOf(failed)).toBeGreaterThan(waitMs - 5_000)
      expect(waitOf(failed)).toBeLessThanOrEqual(waitMs)
    }
    expect(await tick()).toMatchObject({
      status: 'paused',
      statusReason: 'repeated_faults',
      availableActions: ['resume', 'stop'],
      progress: { fetched: 6, pages: 1, failed: 5 },
    })

    await store(TAKES_ALL)
    await post(`/v1/campaigns/${id}/resume`)
    expect(await tick()).toMatchObject({
      status: 'running',
      statusReason: null,
      progress: { fetched: 7, failed: 5 },
    })
  })
})
