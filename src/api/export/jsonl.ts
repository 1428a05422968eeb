import type { ExportFormat } from './export-format.ts'

/** A page a line, as lists show it. */
export const jsonl: ExportFormat = {
  extension: 'jsonl',
  type: () => 'application/x-ndjson',
  head: () => '',
  page: (page) => `${JSON.stringify(page)}\n`,
}
