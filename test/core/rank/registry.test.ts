import { expect, test } from 'vitest'
import { footprintOf } from '../../../src/core/rank/footprint.ts'
import { ESTIMATORS, TERMS, type EstimatorName } from '../../../src/core/rank/names.ts'
import { completePolicy, optionsOf, POLICY_OPTIONS } from '../../../src/core/rank/policy.ts'
import { ByteWriter } from '../../../src/lib/byte-writer.ts'

test('records call estimators and terms what they always did', () => {
  expect(ESTIMATORS.slice(0, 17).join(' ')).toBe(
    'bfs nr opic fl_deg fl_n fl_e fl_ne sl_n sl_e sl_ne lr_fl lr_sl oracle breadth backlink pagerank hot_queue',
  )
  expect(TERMS.slice(0, 15).join(' ')).toBe(
    'fl_deg fl_n fl_e fl_ne sl_n sl_e sl_ne distance cash handedOn parents score discovered rank hot',
  )
})

test('a term that no estimator declares cannot be written', () => {
  expect(() => new ByteWriter().oneOf(TERMS, 'whim' as never)).toThrow('"whim"')
})

/** Known, queued, link, host: what was shelved at a record must be shelved there by every later version. */
test.each<[EstimatorName[], number, number, number, number?]>([
  [['bfs'], 32, 12, 16],
  [['nr'], 44, 12, 16],
  [['opic'], 12, 12, 0],
  [['fl_deg'], 4, 8, 0],
  [['fl_n'], 4, 8, 0],
  [['fl_e'], 4, 8, 0],
  [['fl_ne'], 4, 12, 0],
  [['sl_n'], 52, 12, 16],
  [['sl_e'], 52, 12, 16],
  [['sl_ne'], 52, 12, 16],
  [['lr_fl'], 36, 12, 0],
  [['lr_sl'], 108, 12, 16],
  [['oracle'], 4, 12, 0],
  [['breadth'], 4, 12, 0],
  [['backlink'], 4, 8, 0],
  [['pagerank'], 56, 12, 16],
  [['hot_queue'], 64, 12, 16],
  [['otie'], 52, 12, 16],
  [['best_first'], 28, 8, 16],
  [['link_context'], 28, 12, 16],
  [['d3ts'], 36, 12, 0],
  [['link_class'], 5, 8, 0, 1600],
  [['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl'], 52, 48, 0],
  [['bfs', 'nr', 'opic', 'fl_ne', 'sl_n', 'sl_e', 'lr_fl', 'lr_sl'], 164, 96, 16],
])('%j take as much memory as they always did', (arms, ...bytes) => {
  const [known, queued, link, host = 0] = bytes
  expect(footprintOf(arms)).toEqual({ known, queued, link, host })
})

test('a complete policy has every option, with its default', () => {
  expect(completePolicy({ name: 'mab_var', eta: 0.25 })).toMatchObject({
    name: 'mab_var',
    arms: ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl'],
    epsilon: 0.1,
    resetSteps: 1000,
    resetGrowth: 'linear',
    greed: 1,
    zeta: 0,
    batch: 1,
    shortBatch: 'fill',
    buffer: 0,
    eta: 0.25,
    ridge: 1000,
  })
})

test('only the options of a policy, its bandit and its arms concern it', () => {
  const strategy = ['greed', 'zeta', 'batch', 'shortBatch', 'buffer']
  expect(optionsOf({ name: 'bfs' })).toEqual(strategy)
  expect(optionsOf({ name: 'nr' })).toEqual([...strategy, 'eta'])
  expect(optionsOf({ name: 'mab_var' }).join(' ')).toBe(
    'greed zeta batch shortBatch buffer arms epsilon resetSteps resetGrowth ridge',
  )
  const arms: EstimatorName[] = ['lr_sl', 'lr_fl', 'nr']
  expect(optionsOf({ name: 'mab_epsilon', arms }).join(' ')).toBe(
    'greed zeta batch shortBatch buffer arms epsilon eta ridge',
  )
})

test('an option means the same to all that have it', () => {
  const names = POLICY_OPTIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
