import { comparePolicies, type Comparison } from '../compare-policies.ts'
import { datasetsCaption } from '../datasets.ts'
import type { Experiment } from '../experiment.ts'
import { formatTable, plainFields, writeWhole } from '../output.ts'
import { heatMap } from '../plot/heat-map.ts'
import { planPolicies } from '../policies.ts'

/** What is drawn. */
export interface Figure1 {
  caption: string
  step: number
  greeds: number[]
  zetas: number[]
  /** Scores relative to greedy, `[zeta][greed]`; null where none was found. */
  relative: (number | null)[][]
}

/** Gouriten et al. 2014, Figure 1: what chance costs an oracle. */
export const figure1: Experiment = {
  name: 'figure1',
  summary: 'altered greedy with an oracle: the score relative to greedy, by q and zeta',
  takes: ['steps', 'svg'],
  defaults: { steps: [5_000] },
  async run(context) {
    const { options } = context
    const keys = GREEDS.flatMap((greed) => ZETAS.map((zeta) => alteredKey(greed, zeta)))
    const comparison = await comparePolicies(context, planPolicies([GREEDY, ...keys]))
    const figure = mapAt(comparison, options.steps.at(-1)!, datasetsCaption(comparison, options))
    context.print(figure1Table(figure))
    context.note("the paper's map has no printed values; it finds greedy best on long crawls")
    if (options.svg !== undefined) writeWhole(options.svg, figure1Svg(figure))
    return { figure, ...plainFields(comparison) }
  },
}

export function figure1Svg({ caption, step, greeds, zetas, relative }: Figure1): string {
  return heatMap({
    title: `Altered greedy with an oracle: score after ${step} steps, relative to greedy`,
    subtitle: caption,
    x: { label: 'q, the probability of taking the best', names: greeds.map(String) },
    y: { label: 'ζ, else any of at least ζ times the best', names: zetas.map(String).toReversed() },
    cells: relative.toReversed(),
    middle: 1,
  })
}

function figure1Table({ step, greeds, zetas, relative }: Figure1): string {
  const rows = zetas.map((zeta, i) => [
    `zeta ${zeta}`,
    ...relative[i]!.map((value) => value?.toFixed(3) ?? '-'),
  ])
  return formatTable([[`step ${step}`, ...greeds.map((greed) => `q ${greed}`)], ...rows])
}

function mapAt({ global }: Comparison, step: number, caption: string): Figure1 {
  const relative = ZETAS.map((zeta) =>
    GREEDS.map((greed) => global.get(alteredKey(greed, zeta))?.get(step) ?? null),
  )
  return { caption, step, greeds: GREEDS, zetas: ZETAS, relative }
}

/** The grid of Gouriten et al. 2014, Figure 1. */
const GREEDS = [0.2, 0.4, 0.6, 0.8, 1]
const ZETAS = [0, 0.2, 0.4, 0.6, 0.8]

/** Plain greedy, whatever ζ. */
const GREEDY = 'oracle'

function alteredKey(greed: number, zeta: number): string {
  return greed === 1 ? GREEDY : `oracle(greed=${greed},zeta=${zeta})`
}
