import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { ByteWriter } from '../../../src/lib/byte-writer.ts'

/** What a file holds: text or bytes, packed if its name ends in `.gz`; anything else as JSON. */
type Content = string | Uint8Array | object

/** A folder with these files that is gone after the test. */
export function folderWith(files: Record<string, Content>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-corpus-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    const bytes = isRaw ? content : JSON.stringify(content)
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(bytes) : bytes)
  }
  return folder
}

export interface Page {
  id: string | number
  text?: string
  links?: [target: string | number, anchor: string, context: string][]
}

/** The files of a corpus in the text format. */
export function textFiles(pages: Page[], topics: string[] = []): Record<string, Content> {
  const lines = pages.map((page) =>
    JSON.stringify({ url: `https://a.test/${page.id}`, title: '', text: '', links: [], ...page }),
  )
  const links = pages.reduce((sum, page) => sum + (page.links?.length ?? 0), 0)
  return { ...about(pages.length, links, topics), 'pages.jsonl.gz': `${lines.join('\n')}\n` }
}

/** The files of a corpus in the graph format, from the targets of each node. */
export function graphFiles(rows: number[][], topics: string[] = []): Record<string, Content> {
  const scores = topics.flatMap((topic) => [
    [`${topic}.beta.tsv.gz`, '0\t1\n'],
    [`${topic}.alpha.tsv.gz`, ''],
  ])
  return {
    ...about(rows.length, rows.flat().length, topics),
    'graph.bin.gz': varints(rows),
    'nodes.txt.gz': rows.map((_, node) => `https://a.test/${node}\n`).join(''),
    ...Object.fromEntries(scores),
  }
}

/** Writes the out-degree, the first target relative to the node, and gaps. */
export function varints(rows: number[][]): Uint8Array {
  const writer = new ByteWriter()
  rows.forEach((row, node) => {
    writer.varint(row.length)
    row.forEach((target, index) => {
      if (index === 0) writer.zigzag(target - node)
      else writer.varint(target - row[index - 1]!)
    })
  })
  return writer.bytes()
}

function about(pages: number, links: number, topics: string[]): Record<string, Content> {
  return {
    'meta.json': { name: 'tiny', pages, links },
    'topics.json': { topics: topics.map((keyword) => ({ keyword })) },
  }
}
