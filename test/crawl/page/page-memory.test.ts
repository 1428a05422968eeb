import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** An isolate has 128 for all that runs in it. */
const HEAP_MB = 90

test.each([
  ['words and breaks', 'a<br>', 'utf-8'],
  ['character references', 'a&lt;', 'utf-8'],
  ['a charset of its own', 'a ', 'x-user-defined'],
])('ten million bytes of %s are read in the memory of an isolate', async (_, unit, charset) => {
  const worker = new Worker(new URL('../../fixtures/page-worker.ts', import.meta.url), {
    workerData: { unit, charset },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
  })
  // Rejects with what ended the worker: out of memory, for one.
  expect(await once(worker, 'exit')).toEqual([0])
})
