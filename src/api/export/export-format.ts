import type { z } from 'zod/mini'
import type { PageView } from '../views/page.ts'

type Page = z.infer<typeof PageView>

/** What the header of a file may contain. */
export interface ExportAbout {
  campaign: string
  fileName: string
  at: number
}

/** A file format for pages. */
export interface ExportFormat {
  extension: string
  /** The content type. A continued export has no header, so that it can be appended. */
  type: (hasHead: boolean) => string
  head: (about: ExportAbout) => string
  page: (page: Page, campaign: string) => string
}

/** A page per line, as in lists. */
export const jsonl: ExportFormat = {
  extension: 'jsonl',
  type: () => 'application/x-ndjson',
  head: () => '',
  page: (page) => `${JSON.stringify(page)}\n`,
}
