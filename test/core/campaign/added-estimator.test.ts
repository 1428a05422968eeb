import { afterEach, expect, test, vi } from 'vitest'
import type * as EstimatorModule from '../../../src/core/rank/estimator.ts'
import type * as ListModule from '../../../src/core/rank/estimators.ts'
import type { EstimatorName } from '../../../src/core/rank/names.ts'
import type { PolicyOptions } from '../../../src/core/rank/policy.ts'

const LIST = '../../../src/core/rank/estimators.ts'
const LUCKY = 'lucky' as EstimatorName

afterEach(() => {
  vi.doUnmock(LIST)
  vi.resetModules()
})

/** The program as it is: modules of its own, so that it can be had with another list later. */
async function program() {
  vi.resetModules()
  const { crawl } = await import('../../fixtures/random-course.ts')
  const { completePolicy } = await import('../../../src/core/rank/policy.ts')
  const { fold } = await import('../../../src/core/campaign/log/fold.ts')
  const { readSnapshot } = await import('../../../src/core/campaign/log/snapshot.ts')
  const { statePrint } = await import('../../fixtures/state-bytes.ts')
  return { crawl, completePolicy, fold, readSnapshot, statePrint }
}

/** The program with an estimator more: a line of the list, a term and an option that nobody had. */
async function programWithLucky() {
  vi.doMock(LIST, async (original) => {
    const { ESTIMATOR_LIST } = await original<typeof ListModule>()
    const { describeEstimator } = await vi.importActual<typeof EstimatorModule>(
      '../../../src/core/rank/estimator.ts',
    )
    const termCodes = ESTIMATOR_LIST.flatMap(({ terms }) => Object.values(terms))
    const lucky = describeEstimator({
      name: 'lucky',
      code: ESTIMATOR_LIST.length,
      words: 'the last digit of the node, times `charm`',
      terms: { luck: 1 + Math.max(...termCodes) },
      options: [{ name: 'charm', kind: 'fraction', default: 0.5, words: 'Worth of a digit' }],
      build: ({ queue, options }) => {
        const luck = (node: number) => (node % 10) * options.charm
        return {
          queue,
          estimate: luck,
          terms: (node) => ({ luck: luck(node) }),
          returned: luck,
          added: (node) => queue.set(node, luck(node)),
        }
      },
    })
    return { ESTIMATOR_LIST: [...ESTIMATOR_LIST, lucky] }
  })
  return program()
}

const BUDGET = 240

type Program = Awaited<ReturnType<typeof program>>

/** A campaign long enough to leave a snapshot behind. */
function runCampaign({ crawl, completePolicy }: Program, policy: PolicyOptions) {
  return crawl({
    webSeed: 7,
    policy: completePolicy(policy),
    budget: BUDGET,
    pauseAfter: 90,
    reopenAfter: 1000,
    stopAfter: Infinity,
    ties: 'fifo',
    memoryMb: 64,
  })
}

const ARMS: EstimatorName[] = ['fl_ne', 'lr_fl', 'bfs']

test.each<PolicyOptions>([
  { name: LUCKY, charm: 0.25 } as PolicyOptions,
  { name: 'mab_epsilon', arms: [...ARMS, LUCKY], epsilon: 0.6 },
])(
  'a campaign by an added estimator is read again from its log and its snapshot',
  async (policy) => {
    const now = await programWithLucky()
    const world = await runCampaign(now, policy)
    const rows = world.rows()
    const chosen = world
      .records()
      .flatMap(({ next }) => (next.kind === 'reserve' ? next.fetches : []))
      .filter(({ arm }) => arm === LUCKY)
    const explained = chosen.filter(({ estimate }) => estimate !== undefined)
    expect(explained.length).toBeGreaterThan(10)
    for (const { estimate, terms } of explained) expect(terms).toEqual({ luck: estimate })

    const folded = now.fold(rows)!
    expect(folded.counters.fetched).toBeGreaterThan(100)
    const { state } = now.readSnapshot([...world.ports.snapshots.chunks(0)], world.ports.log)
    expect(now.statePrint(rows, state)).toBe(now.statePrint(rows, now.fold(rows, state.seq)))
    expect(
      folded.progress.series
        .points(folded, 10)
        .points.at(-1)!
        .arms.map(({ name }) => name),
    ).toContain(LUCKY)
  },
)

test.each<PolicyOptions>([{ name: 'fl_ne' }, { name: 'mab_var', arms: ARMS }])(
  'a snapshot from before an estimator was added opens after it',
  async (policy) => {
    const before = await program()
    const world = await runCampaign(before, policy)
    const rows = world.rows()
    const chunks = [...world.ports.snapshots.chunks(0)]
    const { seq } = before.readSnapshot(chunks, world.ports.log).state
    const print = before.statePrint(rows, before.fold(rows, seq))
    const whole = before.statePrint(rows)

    const after = await programWithLucky()
    const { state } = after.readSnapshot(chunks, world.ports.log)
    expect(after.statePrint(rows, state)).toBe(print)
    expect(after.statePrint(rows)).toBe(whole)
  },
)
