import { logHeader } from '../../core/campaign/log/log-file.ts'
import type { LogPart } from '../../core/campaign/log/log-part.ts'
import { takePlace } from '../access/at-once.ts'
import { orUnknown } from '../api-error.ts'
import { attachment, fileStem } from '../export/file-name.ts'
import { partStream } from '../part-stream.ts'
import { patiently } from '../patience.ts'
import { route } from '../route.ts'

export const logRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/log',
      tag: 'insight',
      scope: 'read',
      summary: 'The raw log of a campaign',
      description: 'As far as it has come, as a file that the lab replays.',
      answers: { 200: { description: 'The log', type: 'application/octet-stream' } },
      errors: ['too_many_concurrent_requests'],
    },
    async (asking) => {
      const { c, id, campaigns, deps } = asking
      const { seq, spec } = orUnknown(await campaigns.query(id, 'report', undefined), id)
      const place = takePlace(asking, 'longAnswers')
      const log = (after: number) =>
        patiently(() => campaigns.log({ campaign: id, after, upTo: seq }), deps.sleep)
      return c.body(partStream(logParts(id, seq, log), deps.sleep, place), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachment(`${fileStem(spec.name, id)}.dowser-log`),
      })
    },
  ),
]

/** What is recorded meanwhile is left out. */
async function* logParts(
  campaign: string,
  upTo: number,
  read: (after: number) => Promise<LogPart>,
): AsyncGenerator<Uint8Array, void> {
  yield logHeader(upTo)
  for (let sent = 0; sent < upTo;) {
    const part = await read(sent)
    if (part.upTo === sent) throw new Error(`the log of ${campaign} has no record ${sent + 1}`)
    yield part.frames
    sent = part.upTo
  }
}
