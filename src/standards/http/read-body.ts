import { CappedBytes } from '../../lib/capped-bytes.ts'
import { canUndo, undoCodings } from './content-coding.ts'

export interface Body {
  /** `cut`: there was more than the cap; `broken`: the stream failed before its end, or its coding. */
  end: 'whole' | 'cut' | 'broken'
  /** What arrived, its codings undone, never more than the cap. */
  bytes: Uint8Array
}

/** `arrived` is told of each piece, as the runtime hands it out. */
export async function readBody(
  response: Response,
  capBytes: number,
  arrived: (bytes: number) => void = ignore,
): Promise<Body> {
  const codings = response.headers.get('content-encoding')
  if (!canUndo(codings)) {
    await discardBody(response)
    return { end: 'broken', bytes: new Uint8Array() }
  }
  const body = await receive(response, capBytes, arrived)
  // Twice the cap at most is held meanwhile: what arrived, and what it becomes.
  return body.end === 'whole' ? undoCodings(body.bytes, codings, capBytes) : body
}

async function receive(
  response: Response,
  capBytes: number,
  arrived: (bytes: number) => void,
): Promise<Body> {
  const gathered = new CappedBytes(capBytes)
  const as = (end: Body['end']): Body => ({ end, bytes: gathered.bytes() })
  if (response.body === null) return as('whole')
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return as('whole')
      const chunk: Uint8Array = value
      arrived(chunk.byteLength)
      if (!gathered.add(chunk)) break
    }
  } catch {
    return as('broken')
  }
  await reader.cancel().catch(ignore)
  return as('cut')
}

/** A body that nobody reads keeps its connection, of which a Worker has six. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(ignore)
}

// A stream that cannot even be cancelled has already ended, which is all we wanted.
function ignore(): void {}
