import { formatTable } from './output.ts'

/** What a paper found, and whether it is so here. */
export interface Finding {
  /** The paper's finding, in a few words. */
  paper: string
  /** What we measured, in the same terms. */
  ours: string
  isConfirmed: boolean
}

/** The paper's findings with ours beside them. */
export function formatFindings(title: string, findings: readonly Finding[]): string {
  const rows = findings.map(({ paper, ours, isConfirmed }) => [
    paper,
    isConfirmed ? 'yes' : 'no',
    ours,
  ])
  return formatTable([[title, 'here too', 'measured here'], ...rows])
}
