import { comparePolicies } from '../compare-policies.ts'
import type { Experiment } from '../experiment.ts'
import { plainFields } from '../output.ts'
import { planPolicies } from '../policies.ts'
import { headline } from './compare.ts'
import {
  besidePaper,
  PAPER_BANDITS,
  PAPER_OVERALL,
  PAPER_STEPS,
  type PaperRows,
} from './paper-scores.ts'

export const table6 = scoreTable('table6', 'the bandits', PAPER_BANDITS)
export const table7 = scoreTable('table7', 'all policies', PAPER_OVERALL)

/** A comparison of the policies of a table of the paper. */
function scoreTable(name: string, what: string, paper: PaperRows): Experiment {
  return {
    name,
    summary: `global scores of ${what}, the paper's beside`,
    takes: ['steps'],
    defaults: { steps: PAPER_STEPS },
    async run(context) {
      const { options } = context
      const comparison = await comparePolicies(
        context,
        planPolicies(['oracle', ...Object.keys(paper)]),
      )
      const { global: ours } = comparison
      context.print(headline(comparison, options))
      context.print(besidePaper({ ours, paper, steps: options.steps, title: 'policy', digits: 3 }))
      return { ...plainFields(comparison), paper: { steps: PAPER_STEPS, scores: paper } }
    },
  }
}
