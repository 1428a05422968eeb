import { createDemoSite, DEMO_HOSTS } from '../../demo/site.ts'
import type { DemoAnswer } from '../../demo/answer.ts'
import type { Http } from '../../src/crawl/http.ts'
import { draw } from '../../src/lib/draw.ts'
import { fingerprint } from '../../src/lib/fingerprint.ts'
import type { HttpResponse } from '../../src/standards/http/http-response.ts'
import { answerOddly } from './odd-site.ts'
import type { VirtualClock } from './virtual-clock.ts'

const demo = createDemoSite(
  Array.from({ length: DEMO_HOSTS }, (_, i) => `http://www.demo-${i}.example`),
)

export const DEMO = demo.home

const MIN_ANSWER_MS = 15
const MAX_ANSWER_MS = 900
const CHUNK_BYTES = 16_384

/** The demo site and the odd one. Each answer takes its time, the same in every run. */
export function recordedWeb(clock: VirtualClock, onRequest: () => void): Http {
  const counts = new Map<string, number>()
  return (url) => {
    onRequest()
    const count = (counts.get(url) ?? 0) + 1
    counts.set(url, count)
    const ms = MIN_ANSWER_MS + (draw(fingerprint(url).low, count) % MAX_ANSWER_MS)
    return new Promise((resolve, reject) => {
      clock.at(clock.now() + ms, () => {
        const isDemo = demo.origins.includes(new URL(url).origin)
        const answer = isDemo ? demo.answer(url) : answerOddly(url, count)
        if (answer) resolve(toResponse(answer))
        else reject(new TypeError('nobody answers'))
      })
    })
  }
}

function toResponse({ status, headers, body, closeEarly, endless }: DemoAnswer): HttpResponse {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  let from = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from >= bytes.length && closeEarly) return controller.error(new TypeError('closed'))
      if (from >= bytes.length && !endless) return controller.close()
      controller.enqueue(endless ? bytes.slice() : bytes.slice(from, from + CHUNK_BYTES))
      from += CHUNK_BYTES
    },
  })
  return { status, headers: new Headers(headers), body: stream }
}
