const NEWLINE = 0x0a

/**
 * The lines of a stream of bytes, the last one with or without a newline at its end. Only `\n`
 * ends a line: JSON strings may hold the other line breaks of Unicode.
 */
export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      begun.push(chunk.subarray(start, end))
      yield joined(begun)
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield joined(begun)
}

function joined(pieces: Buffer[]): string {
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString('utf8')
}
