import { describe, expect, test } from 'vitest'
import { labFile, startLab, type ComparisonFile } from './run-lab.ts'
import { tinyGraphCorpus, tinyTextCorpus } from './tiny-corpus.ts'

const LAVA = Math.log(4)
const STEPS = [1, 2, 3, 4, 9]

/** One seed, so that three of the four rich pages are to be found. */
function compareTiny(corpus: string, policies: string): Promise<ComparisonFile> {
  return labFile(
    `compare --corpus ${corpus} --steps ${STEPS.join(',')} --seed-size 1 --policies ${policies}`,
    startLab,
  )
}

/** All but times, which no seed repeats, and where the corpus was. */
function repeatable({ global, datasets, scores, notes }: ComparisonFile): object {
  return { global, datasets, scores, notes }
}

function values(byStep: Record<string, number>): number[] {
  return STEPS.map((step) => rounded(byStep[step]!))
}

function rounded(value: number): number {
  return Number(value.toFixed(6))
}

describe.each([
  ['text', tinyTextCorpus],
  ['graph', tinyGraphCorpus],
])('a comparison on a tiny corpus in the %s format', (_, corpus) => {
  test('gives the scores found by hand', async () => {
    const { scores, datasets } = await compareTiny(corpus(), 'fl_e')
    // The oracle takes the three rich pages first; the fl_e of lava falls for page 0.
    const times = (...counts: number[]) => counts.map((count) => rounded(count * LAVA))
    expect(values(scores['lava']!['oracle']!)).toEqual(times(1, 2, 3, 3, 3))
    expect(values(scores['lava']!['fl_e']!)).toEqual(times(0, 1, 2, 3, 3))
    expect(values(datasets['lava']!['fl_e']!)).toEqual([0, 1 / 2, 2 / 3, 1, 1].map(rounded))
    expect(values(datasets['ash']!['fl_e']!)).toEqual([1, 1, 1, 1, 1])
  })

  test('measures every policy by the oracle', async () => {
    const { datasets, global, options } = await compareTiny(corpus(), 'bfs,mab_var')
    for (const its of [...Object.values(datasets), global]) {
      expect(Object.keys(its)).toEqual(['oracle', 'bfs', 'mab_var'])
      expect(values(its['oracle']!)).toEqual([1, 1, 1, 1, 1])
    }
    expect(options).toMatchObject({ steps: STEPS, seedSets: 10, seed: 1, ties: 'fifo' })
  })

  test('says that the frontier was empty before the end', async () => {
    const { notes } = await compareTiny(corpus(), 'bfs')
    expect(notes).toContainEqual(expect.stringMatching(/^ash: a frontier was empty after 5 steps/))
  })
})

test('both formats of one corpus give one result', async () => {
  const fromText = await compareTiny(tinyTextCorpus(), 'all')
  expect(repeatable(await compareTiny(tinyGraphCorpus(), 'all'))).toEqual(repeatable(fromText))
})

test('the global score is the geometric mean over datasets', async () => {
  const { global, datasets } = await compareTiny(tinyTextCorpus(), 'all')
  for (const [policy, byStep] of Object.entries(global)) {
    const mean = (step: number) =>
      Math.sqrt(datasets['lava']![policy]![step]! * datasets['ash']![policy]![step]!)
    for (const step of STEPS) expect(byStep[step]).toBeCloseTo(mean(step), 10)
  }
  const roots = [0, 1 / 2, 2 / 3, 1, 1].map(Math.sqrt)
  expect(values(global['fl_e']!)).toEqual(roots.map(rounded))
})

test('all stands for every estimator and bandit of the papers', async () => {
  const { global } = await compareTiny(tinyTextCorpus(), 'all')
  const estimators = 'bfs nr opic fl_deg fl_n fl_e fl_ne sl_n sl_e sl_ne lr_fl lr_sl'
  const bandits = 'mab_epsilon mab_epsilon_first mab_var mab_var(epsilon=0.2,resetSteps=200)'
  expect(Object.keys(global)).toEqual(
    expect.arrayContaining(`oracle ${estimators} ${bandits}`.split(' ')),
  )
})

test('datasets of several corpora are named after both', async () => {
  const corpora = `--corpus ${tinyTextCorpus()} --corpus synthetic:jazz,nodes=3000`
  const { datasets } = await labFile(`compare ${corpora} --steps 9 --policies bfs`)
  const names = ['tiny/lava', 'tiny/ash', 'synthetic:jazz,nodes=3000/jazz']
  expect(Object.keys(datasets)).toEqual(names)
})

test('the table has a row for each policy, and nothing else goes to standard output', () => {
  const policies = 'fl_e,fl_ne(greed=0.8,zeta=0.4)'
  const { code, out, err } = startLab(
    `compare --corpus ${tinyTextCorpus()} --steps 1,2 --seed-size 1 --policies ${policies}`,
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    [expect.stringContaining('geometric mean of lava, ash')],
    ['policy', '1', '2'],
    ['oracle', '1.000', '1.000'],
    ['fl_e', '0.000', '0.707'],
    ['fl_ne(greed=0.8,zeta=0.4)', expect.anything(), expect.anything()],
    [''],
  ])
})

describe('on a generated corpus', () => {
  const generated = (policies: string, more: string) =>
    labFile(
      `compare --corpus synthetic:happy,nodes=3000 --steps 20,200 --seed-sets 3 --policies ${policies} ${more}`,
    )
  const DRAWN = 'fl_ne(greed=0.5),mab_epsilon,mab_var'

  test.each(['fifo', 'random'])('one seed gives one result (%s ties)', async (ties) => {
    const once = await generated(DRAWN, `--ties ${ties}`)
    const again = await generated(DRAWN, `--ties ${ties} --workers 1`)
    expect(repeatable(again)).toEqual(repeatable(once))
  })

  test('another seed gives another', async () => {
    const one = await generated(DRAWN, '--seed 1')
    expect(repeatable(await generated(DRAWN, '--seed 2'))).not.toEqual(repeatable(one))
  })

  test('what else is compared does not matter', async () => {
    const { scores } = await generated(DRAWN, '--seed 1')
    const { scores: alone } = await generated('mab_var', '--seed 1')
    expect(alone['happy']!['mab_var']).toEqual(scores['happy']!['mab_var'])
  })
})

test('where it would take too long, nr is left out of all and that is said', async () => {
  const large = 'compare --corpus synthetic:jazz,nodes=10001 --steps 2 --seed-sets 1'
  const { global, notes } = await labFile(large)
  expect(global).not.toHaveProperty('nr')
  expect(notes).toEqual([expect.stringMatching(/^nr is left out of jazz: .*10000 nodes/)])
  const { global: named } = await labFile(`${large} --policies nr`)
  expect(named).toHaveProperty('nr')
})
