import { comparePolicies, type Comparison } from '../compare-policies.ts'
import type { Experiment, LabOptions } from '../experiment.ts'
import { formatTable, plainFields } from '../output.ts'
import { planPolicies } from '../policies.ts'

export const compare: Experiment = {
  name: 'compare',
  summary: 'what policies find, as shares of what oracle-greedy finds from the same seeds',
  takes: ['steps', 'policies'],
  defaults: {},
  async run(context) {
    const policies = planPolicies(['oracle', ...context.options.policies])
    const comparison = await comparePolicies(context, policies)
    context.print(headline(comparison, context.options))
    context.print(formatTable(rows(comparison, context.options.steps)))
    return plainFields(comparison)
  },
}

export function headline({ datasets }: Comparison, options: LabOptions): string {
  const { seedSets, seedSize, ties, seed } = options
  const protocol = `seed sets ${seedSets} x ${seedSize}, ties ${ties}, seed ${seed}`
  return `share of oracle-greedy, geometric mean of ${[...datasets.keys()].join(', ')} (${protocol})`
}

function rows({ global, microsecondsPerStep }: Comparison, steps: number[]): string[][] {
  const header = ['policy', ...steps.map(String), 'µs/step']
  const cells = [...global].map(([key, shares]) => [
    key,
    ...steps.map((step) => shares.get(step)!.toFixed(3)),
    microsecondsPerStep.get(key)!.toFixed(1),
  ])
  return [header, ...cells]
}
