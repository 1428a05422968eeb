import {
  normalise,
  type PolicyScores,
  scorePolicies,
  type StepScores,
} from '../compare-policies.ts'
import { type LoggedDataset, openLoggedDataset } from '../datasets.ts'
import type { Dataset, Experiment, LabContext, LabOptions } from '../experiment.ts'
import { BadOption } from '../option-value.ts'
import { formatTable, plainFields } from '../output.ts'
import { planPolicies } from '../policies.ts'

/** 10, 30, 100 and so on, to the largest budget; what lies beyond a campaign's end is cut off. */
const STEPS = [1, 2, 3, 4, 5, 6].flatMap((power) => [10 ** power, 3 * 10 ** power]).concat(10 ** 7)

const WHAT_IT_TELLS =
  'a policy can only be sent to pages that this campaign fetched: the table tells how soon it ' +
  'would have found them, not what else it would have found'

/** Policies beside a campaign that has been, on what its log tells of the web. */
export const replayLog: Experiment = {
  name: 'replay',
  summary: "what policies would have found among the pages of a campaign's exported log",
  takes: ['log', 'steps', 'policies'],
  defaults: { steps: STEPS },
  async run(context) {
    const { log } = context.options
    if (log === undefined) throw new BadOption('no log given', 'add --log <file>')
    const dataset = openLoggedDataset(log)
    const scores = await totalScores(dataset, context)
    const shares = normalise(scores, scores.get('oracle')!)
    context.print(headline(dataset, context.options))
    context.print(formatTable(rows(scores, shares)))
    context.note(WHAT_IT_TELLS)
    return { campaign: aboutCampaign(dataset), ...plainFields({ scores, shares }) }
  },
}

/** Scores of the campaign itself, the oracle and the policies; each includes the seeds' own. */
async function totalScores(dataset: LoggedDataset, context: LabContext): Promise<PolicyScores> {
  const { options } = context
  const steps = stepsWithin(options.steps, dataset.ownScores.length)
  const { scores } = await scorePolicies(
    { ...context, options: { ...options, steps }, datasets: () => only(dataset) },
    planPolicies(['oracle', ...options.policies]),
  )
  const found = [['as crawled', ownSums(dataset, steps)] as const, ...scores.get(dataset.name)!]
  const withSeeds = ([step, score]: [number, number]) => [step, dataset.seedScore + score] as const
  return new Map(found.map(([key, its]) => [key, new Map([...its].map(withSeeds))]))
}

/** Cuts steps off at the last page: nothing is left to find after it. */
function stepsWithin(steps: readonly number[], last: number): number[] {
  return [...new Set(steps.map((step) => Math.min(step, last)))]
}

async function* only(dataset: Dataset): AsyncGenerator<Dataset> {
  yield dataset
}

function ownSums({ ownScores }: LoggedDataset, steps: readonly number[]): StepScores {
  const sum = (step: number) => ownScores.subarray(0, step).reduce((all, score) => all + score, 0)
  return new Map(steps.map((step) => [step, sum(step)]))
}

function headline(dataset: LoggedDataset, { ties, seed }: LabOptions): string {
  const { id, name, policy, pages, seeds } = aboutCampaign(dataset)
  const crawled = `crawled by ${policy}: ${pages} pages, seeds ${seeds}`
  return [
    `campaign ${id} "${name}", ${crawled} (ties ${ties}, seed ${seed})`,
    'total score after the seeds and so many pages more, and share of oracle-greedy',
  ].join('\n')
}

function rows(scores: PolicyScores, shares: PolicyScores): string[][] {
  const steps = [...scores.get('oracle')!.keys()]
  const header = ['policy', ...steps.flatMap((step) => [String(step), 'share'])]
  const cells = [...scores].map(([key, its]) => [
    key,
    ...steps.flatMap((step) => [its.get(step)!.toFixed(1), share(shares.get(key)!.get(step)!)]),
  ])
  return [header, ...cells]
}

/** Early on even the oracle may have found nothing. */
function share(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : '-'
}

function aboutCampaign({ campaign, graph, seedSets, seedScore }: LoggedDataset) {
  const { id, spec } = campaign
  const { name, policy } = spec
  const seeds = seedSets[0]!.length
  return { id, name, policy: policy.name, pages: graph.nodeCount, seeds, seedScore }
}
