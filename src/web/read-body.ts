export interface Body {
  /** `cut`: there was more than the cap; `broken`: the stream failed before its end. */
  end: 'whole' | 'cut' | 'broken'
  /** What arrived, decompressed, never more than the cap. */
  bytes: Uint8Array
}

export async function readBody(response: Response, capBytes: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  if (response.body === null) return { end: 'whole', bytes: join(chunks, 0) }
  const reader = response.body.getReader()
  let length = 0
  try {
    while (length <= capBytes) {
      const { done, value } = await reader.read()
      if (done) return { end: 'whole', bytes: join(chunks, length) }
      const chunk: Uint8Array = value
      chunks.push(chunk)
      length += chunk.byteLength
    }
  } catch {
    return { end: 'broken', bytes: join(chunks, length) }
  }
  await reader.cancel().catch(ignore)
  return { end: 'cut', bytes: join(chunks, length).subarray(0, capBytes) }
}

/** A body that nobody reads keeps its connection, of which a Worker has six. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(ignore)
}

function join(chunks: Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

// A stream that cannot even be cancelled has already ended, which is all we wanted.
function ignore(): void {}
