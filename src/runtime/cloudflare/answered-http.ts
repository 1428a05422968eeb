import type { Http } from '../../crawl/http.ts'

/** Error 1016 and its like: the platform found no server to ask, and says so by a status of its own. */
const NOBODY_ASKED = 530

/** Where nobody was asked nobody has answered: as everywhere else, the request fails. */
export function answeredHttp(send: Http): Http {
  return async (url, init) => {
    const answer = await send(url, init)
    if (answer.status !== NOBODY_ASKED) return answer
    await answer.body?.cancel()
    throw new Error(`${new URL(url).host} cannot be found or reached`)
  }
}
