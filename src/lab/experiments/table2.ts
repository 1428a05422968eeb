import { comparePolicies, type PolicyScores, type StepScores } from '../compare-policies.ts'
import type { Experiment } from '../experiment.ts'
import { plain, plainFields } from '../output.ts'
import { planPolicies } from '../policies.ts'
import { besidePaper, PAPER_STEPS, type PaperRows } from './paper-scores.ts'

/** What batches cost an oracle, in per cent of the score, by batch size. */
const PAPER: PaperRows = {
  2: [0.4, 2.2, 3.9, 6.4],
  8: [1.3, 6.5, 12.8, 18.3],
  32: [6.6, 6.5, 17.5, 24.3],
  128: [38.8, 10.7, 19.9, 29.5],
  1024: [38.8, 74.3, 25.8, 35.9],
}

export const table2: Experiment = {
  name: 'table2',
  summary: "what batches cost an oracle, in per cent of its score, the paper's beside",
  takes: ['steps'],
  defaults: { steps: PAPER_STEPS },
  async run(context) {
    const sizes = Object.keys(PAPER)
    const policies = planPolicies(['oracle', ...sizes.map(oracleKey)])
    const comparison = await comparePolicies(context, policies)
    const ours: PolicyScores = new Map(
      sizes.map((size) => [size, loss(comparison.global.get(oracleKey(size)))]),
    )
    const { steps } = context.options
    context.print('score lost by choosing a batch at a time, in per cent of one at a time')
    context.print(besidePaper({ ours, paper: PAPER, steps, title: 'batch', digits: 1 }))
    return {
      degradation: plain(ours),
      ...plainFields(comparison),
      paper: { steps: PAPER_STEPS, degradation: PAPER },
    }
  },
}

function oracleKey(size: string): string {
  return `oracle(batch=${size})`
}

function loss(shares: StepScores = new Map()): StepScores {
  return new Map([...shares].map(([step, share]) => [step, 100 * (1 - share)]))
}
