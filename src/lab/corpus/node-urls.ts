import { BadCorpus } from './bad-corpus.ts'
import { unpackFile } from './gzip.ts'

const NEWLINE = 0x0a

/** The URL of each node, one a line of a gzip file. */
export function readNodeUrls(file: string, nodeCount: number): (node: number) => string {
  const bytes = unpackFile(file)
  const start = new Uint32Array(nodeCount + 1)
  let lineCount = 0
  for (let at = 0; at < bytes.length; lineCount++) {
    const newline = bytes.indexOf(NEWLINE, at)
    at = newline < 0 ? bytes.length + 1 : newline + 1
    start[lineCount + 1] = at
  }
  if (lineCount !== nodeCount) throw disagreement(file, lineCount, nodeCount)
  return (node) => bytes.toString('utf8', start[node], start[node + 1]! - 1)
}

function disagreement(file: string, lineCount: number, nodeCount: number): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${lineCount}`,
    what: `${lineCount} lines for the ${nodeCount} nodes of the graph`,
    mend: 'a line is the URL of one node: copy the file again',
  })
}
