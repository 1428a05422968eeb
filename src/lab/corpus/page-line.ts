import { BadCorpus } from './bad-corpus.ts'

/** A corpus may number its pages or name them. */
export type PageId = string | number

export interface PageLine {
  id: PageId
  url: string
  text: string
  links: [target: PageId, anchor: string, context: string][]
}

const SHAPE = '{ "id", "url", "text", "links": [[targetId, anchor, context], ...] }'

/** Reads one line of `pages.jsonl.gz`; throws `BadCorpus` that names the line. */
export function parsePageLine(line: string, number: number, file: string): PageLine {
  const broken = (what: string, cause?: unknown) =>
    new BadCorpus(
      { file, at: `line ${number}`, what, mend: `a line must be one JSON object ${SHAPE}` },
      { cause },
    )
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw broken(`broken JSON (${(error as Error).message})`, error)
  }
  if (typeof value !== 'object' || value === null) throw broken('not an object')
  const page = value as Record<string, unknown>
  const flaw = flawOf(page)
  if (flaw !== undefined) throw broken(flaw)
  return page as unknown as PageLine
}

function flawOf(page: Record<string, unknown>): string | undefined {
  if (!isPageId(page['id'])) return '"id" is neither an integer nor a string'
  if (typeof page['url'] !== 'string') return '"url" is not a string'
  if (typeof page['text'] !== 'string') return '"text" is not a string'
  if (!Array.isArray(page['links'])) return '"links" is not a list'
  const bad = page['links'].findIndex((link) => !isLink(link))
  return bad < 0 ? undefined : `link ${bad + 1} is not [targetId, anchor, context]`
}

function isLink(link: unknown): boolean {
  if (!Array.isArray(link)) return false
  return isPageId(link[0]) && typeof link[1] === 'string' && typeof link[2] === 'string'
}

function isPageId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}
