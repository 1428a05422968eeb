import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadCorpus } from './corpus.ts'

/** What a corpus says of itself. */
export interface About {
  folder: string
  name: string
  pages: number
  links: number
  topics: string[]
}

const META = {
  file: 'meta.json',
  mend: 'write { "name": "...", "pages": number, "links": number } there',
}
const TOPICS = {
  file: 'topics.json',
  mend: 'write { "topics": [{ "keyword": "..." }, ...] } there',
}

export function readAbout(folder: string): About {
  const meta = readObject(folder, META)
  const { name, pages, links } = meta
  if (typeof name !== 'string') throw flaw(folder, META, '"name" is not a string')
  if (!isCount(pages)) throw flaw(folder, META, '"pages" is not a count')
  if (!isCount(links)) throw flaw(folder, META, '"links" is not a count')
  return { folder, name, pages, links, topics: readTopics(folder) }
}

/** Compares what was read with what was announced: a corpus that lost pages must not go unnoticed. */
export function checkCounts(
  { folder, pages, links }: About,
  found: { pages: number; links: number; edges: number },
): void {
  if (found.pages !== pages) {
    throw disagreement(folder, `${pages} pages, but the corpus has ${found.pages}`)
  }
  // Links may have been counted before or after merging those to one target.
  if (found.links !== links && found.edges !== links) {
    throw disagreement(folder, `${links} links, but the corpus has ${found.links}`)
  }
}

function readTopics(folder: string): string[] {
  const { topics } = readObject(folder, TOPICS)
  if (!Array.isArray(topics)) throw flaw(folder, TOPICS, '"topics" is not a list')
  return topics.map((topic: unknown, index) => {
    const keyword = (topic as { keyword?: unknown } | null)?.keyword
    if (typeof keyword === 'string' && keyword.trim() !== '') return keyword
    throw flaw(folder, TOPICS, `topic ${index + 1} has no "keyword"`)
  })
}

function readObject(folder: string, file: typeof META): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(join(folder, file.file), 'utf8'))
  } catch (error) {
    throw flaw(folder, file, `cannot be read (${(error as Error).message})`)
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw flaw(folder, file, 'not an object')
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function flaw(folder: string, { file, mend }: typeof META, what: string): BadCorpus {
  return new BadCorpus({ file: join(folder, file), what, mend })
}

function disagreement(folder: string, what: string): BadCorpus {
  return new BadCorpus({
    file: join(folder, META.file),
    what: `announces ${what}`,
    mend: 'copy the corpus again, or correct the count',
  })
}
