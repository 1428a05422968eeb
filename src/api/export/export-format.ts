import type { z } from 'zod/mini'
import type { PageView } from '../views/page.ts'

type Page = z.infer<typeof PageView>

/** What stands before the pages may tell of. */
export interface ExportAbout {
  campaign: string
  fileName: string
  at: number
}

/** One way to write pages down, one after the other. */
export interface ExportFormat {
  extension: string
  /** An export that goes on where another ended has no head, so that both together are one file. */
  type: (hasHead: boolean) => string
  head: (about: ExportAbout) => string
  page: (page: Page, campaign: string) => string
}

/** A page a line, as lists show it. */
export const jsonl: ExportFormat = {
  extension: 'jsonl',
  type: () => 'application/x-ndjson',
  head: () => '',
  page: (page) => `${JSON.stringify(page)}\n`,
}
