import { randomUUID } from 'node:crypto'
import { bytes, percent } from '../../client/format.js'
import { campaignLine } from '../campaign-text.js'
import { defineCommand } from '../command.js'
import { bodyOf } from '../errors.js'
import { openLog, sizeOfFile } from '../log-file.js'
import { liveLine } from '../progress-line.js'
/** @import { Context } from '../command.js' */

const MAX_ATTEMPTS = 3
const PAUSE_MS = 1_000

export const importLog = defineCommand({
  summary: 'Continue a campaign whose log was exported elsewhere',
  description:
    'dowser export ID --log FILE saves the log; pause the campaign there first, or it goes on in both\n' +
    'places. It keeps its id unless that is taken.',
  positionals: ['FILE'],
  async run(context) {
    const path = context.args.positional(0)
    const campaign = await bodyOf(sendLog(context, path, await sizeOfFile(path)))
    context.output(campaign, () => campaignLine(campaign))
  },
})

/**
 * A log whose answer was lost is sent again under the same key, so that it is imported once.
 *
 * @param {Context} context
 * @param {string} path
 * @param {number} size
 */
async function sendLog({ client, terminal }, path, size) {
  const headers = { 'Idempotency-Key': randomUUID() }
  const line = terminal.stderr.isTTY ? liveLine(terminal.stderr) : undefined
  for (let attempt = 1; ; attempt++) {
    const upload = await openLog(path, (sent) =>
      line?.draw(`Sent ${bytes(sent)} of ${bytes(size)} (${percent(sent, size)})`),
    )
    const { signal } = terminal
    const result = await client.upload('/v1/campaigns/import', { upload, headers, signal })
    line?.close()
    if (result.kind !== 'no_response' || attempt === MAX_ATTEMPTS) return result
    await terminal.pause(PAUSE_MS * attempt)
  }
}
