import type { PolicyScores } from '../global-score.ts'
import { formatTable } from '../table.ts'
import { PAPER_STEPS, paperFigure, type PaperRows } from './paper-scores.ts'

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
  // Without the sign of a loss too small to be seen.
  return value?.toFixed(digits).replace(/^-(?=[0.]+$)/, '') ?? '-'
}
