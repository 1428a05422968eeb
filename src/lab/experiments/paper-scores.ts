import type { PolicyScores } from '../compare-policies.ts'
import { formatTable } from '../output.ts'
import { VAR_02_200 } from '../policies.ts'

/** The steps of every table of scores in Gouriten et al. 2014. */
export const PAPER_STEPS = [100, 1_000, 10_000, 100_000]

/** The paper's figures by policy or batch size, one for each of `PAPER_STEPS`. */
export type PaperRows = Record<string, readonly number[]>

/** Table 6: the bandits' global scores. */
export const PAPER_BANDITS: PaperRows = {
  mab_epsilon: [0.45, 0.481, 0.477, 0.495],
  mab_epsilon_first: [0.409, 0.501, 0.484, 0.49],
  mab_var: [0.383, 0.439, 0.42, 0.494],
  [VAR_02_200]: [0.427, 0.413, 0.461, 0.458],
}

/** Table 7: all global scores. */
export const PAPER_OVERALL: PaperRows = {
  bfs: [0.147, 0.132, 0.13, 0.207],
  opic: [0.283, 0.184, 0.205, 0.287],
  fl_n: [0.358, 0.28, 0.362, 0.467],
  fl_e: [0.594, 0.56, 0.457, 0.377],
  fl_ne: [0.583, 0.57, 0.466, 0.378],
  lr_fl: [0.325, 0.382, 0.466, 0.504],
  ...PAPER_BANDITS,
}

/** The figure printed for a step, if there is one. */
function paperFigure(row: readonly number[], step: number): number | undefined {
  return row[PAPER_STEPS.indexOf(step)]
}

interface BesidePaper {
  ours: PolicyScores
  paper: PaperRows
  steps: readonly number[]
  /** What the rows are. */
  title: string
  digits: number
}

/** Our figures, and to the right of each the one that was printed for that step, if any. */
export function besidePaper({ ours, paper, steps, title, digits }: BesidePaper): string {
  const header = [title, ...steps.flatMap((step) => withPaper(step, String(step), 'paper'))]
  const rows = Object.entries(paper).map(([key, printed]) => {
    const cells = steps.flatMap((step) =>
      withPaper(
        step,
        figure(ours.get(key)?.get(step), digits),
        figure(paperFigure(printed, step), digits),
      ),
    )
    return [key, ...cells]
  })
  return formatTable([header, ...rows])
}

function withPaper(step: number, our: string, printed: string): string[] {
  return PAPER_STEPS.includes(step) ? [our, printed] : [our]
}

function figure(value: number | undefined, digits: number): string {
  // A loss that rounds to zero has no sign.
  return value?.toFixed(digits).replace(/^-(?=[0.]+$)/, '') ?? '-'
}
