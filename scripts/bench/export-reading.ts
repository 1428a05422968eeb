export interface Exported {
  bytes: number
  pagesPerSecond: number
  /** What the isolate held when a tenth of the pages had come, and when all had. */
  heapAtTenthMb: number
  heapAtEndMb: number
}

interface Reading {
  format: 'jsonl' | 'csv' | 'warc'
  /** As many as must come. */
  pages: number
  heapMb: () => Promise<number>
}

/** Which line of the file is there once for each page. */
const OF_A_PAGE = { jsonl: /^\{"seq":/, csv: /^\d+,/, warc: /^WARC-Type: metadata\r$/ }

/** Takes in an export as it comes and keeps nothing of it. */
export async function readExport(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { format, pages, heapMb }: Reading,
): Promise<Exported> {
  const utf8 = new TextDecoder()
  const began = performance.now()
  let [bytes, come, rest, measuredMs] = [0, 0, '', 0]
  let heapAtTenthMb: number | undefined
  let heapAtEndMb: number | undefined
  const measure = async () => {
    const from = performance.now()
    const heap = await heapMb()
    measuredMs += performance.now() - from
    return heap
  }
  for await (const chunk of body) {
    bytes += chunk.length
    const lines = (rest + utf8.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    come += lines.filter((line) => OF_A_PAGE[format].test(line)).length
    if (come >= pages / 10) heapAtTenthMb ??= await measure()
    if (come === pages) heapAtEndMb ??= await measure()
  }
  if (come !== pages) throw new Error(`of ${pages} pages ${come} came as ${format}`)
  const seconds = (performance.now() - began - measuredMs) / 1000
  return {
    bytes,
    pagesPerSecond: pages / seconds,
    heapAtTenthMb: heapAtTenthMb!,
    heapAtEndMb: heapAtEndMb!,
  }
}
