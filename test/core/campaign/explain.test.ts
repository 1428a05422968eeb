import { expect, test } from 'vitest'
import { describeDecision } from '../../../src/core/campaign/insight/decisions.ts'
import type { Reserve } from '../../../src/core/campaign/event.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'

const GREEDY: Reserve = {
  kind: 'reserve',
  node: 7 as NodeId,
  dueAt: 0,
  arm: 'fl_ne',
  motive: 'only',
  pick: 'best',
  estimate: 1.25,
  terms: { fl_ne: 2.5 },
  runnerUp: { node: 9 as NodeId, estimate: 1 },
  batch: [],
  armMeans: [],
}

test.each([
  [
    'a greedy choice',
    GREEDY,
    'It ranked first: fl_ne estimated 1.25 (fl_ne 2.5). The runner-up had 1.',
  ],
  [
    'a seed, or a sitemap',
    { ...GREEDY, estimate: undefined },
    'Seeds, sitemaps and feeds are fetched before all other pages.',
  ],
  [
    'the choice of a bandit that exploits',
    { ...GREEDY, motive: 'exploit', armMeans: [0.5, 1.75], runnerUp: undefined } as const,
    'fl_ne was chosen for the highest mean reward, 1.75. It ranked first: fl_ne estimated 1.25 (fl_ne 2.5).',
  ],
  [
    'the rest of its batch, while another arm may have passed it',
    {
      ...GREEDY,
      motive: 'exploit',
      pick: 'batch',
      armMeans: [0.5, 1.75],
      runnerUp: undefined,
    } as const,
    'fl_ne was chosen for its mean reward. It was next in its batch: fl_ne estimated 1.25 (fl_ne 2.5).',
  ],
  [
    'the choice of a bandit that explores',
    { ...GREEDY, motive: 'explore', pick: 'altered', terms: {} } as const,
    'fl_ne was chosen at random, to explore. It ranked close to the first: fl_ne estimated 1.25. The runner-up had 1.',
  ],
])('explains %s', (_what, reserve, words) => {
  expect(describeDecision(reserve as Reserve)).toBe(words)
})
