import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'
import { UsageError } from '../failures.js'

export const label = command({
  summary: 'Give your verdict on pages, by URL or seq, from 0 (useless) to 1 (the best)',
  about: 'dowser label ID https://example.org/=1 17=0',
  takes: ['ID', 'PAGE=SCORE...'],
  async run(world) {
    const [id = '', ...verdicts] = world.given.args
    const request = { path: { id }, body: { labels: verdicts.map(labelOf) } }
    const campaign = await ask(world, 'post', '/v1/campaigns/{id}/labels', request)
    world.show(campaign, () => campaignLine(campaign))
  },
})

/** @param {string} verdict */
export function labelOf(verdict) {
  const [, page = '', share = ''] = /^(.+)=([\d.]+)$/.exec(verdict) ?? []
  const score = Number(share)
  if (page === '' || !(score >= 0 && score <= 1)) {
    throw new UsageError(`"${verdict}" is no PAGE=SCORE, like https://example.org/=1 or 17=0.5.`)
  }
  return /^\d+$/.test(page) ? { seq: Number(page), score } : { url: page, score }
}
