import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { logFrames, logPart } from '../../../../src/core/campaign/log/log-file.ts'
import { MAX_PAST_RECORDS, pastAt, type Past } from '../../../../src/core/campaign/log/past.ts'
import { runQuery } from '../../../../src/core/campaign/queries.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'

type RunQuery = Campaign['query']

const answersOf = (put: RunQuery) => ({
  report: put('report', undefined),
  frontier: put('frontier', 4),
  arms: put('arms', undefined),
  series: put('series', 3),
  skipped: put('skipped', undefined),
})

function answersThen(past: Past) {
  if (past.kind === 'beyond') throw new Error('it should be within reach')
  return answersOf((query, args) => runQuery(past.context, query, args))
}

describe('a campaign as it was', () => {
  test('answers queries as it did then', async () => {
    await fc.assert(
      fc.asyncProperty(course, fc.nat(), async (how, pick) => {
        const said = new Map<number, ReturnType<typeof answersOf>>()
        const { ports } = await crawl(how, (campaign) =>
          said.set(
            campaign.report().seq,
            answersOf((query, args) => campaign.query(query, args)),
          ),
        )
        const [seq, answers] = [...said][pick % said.size]!
        const past = await pastAt(seq, async (after) => logPart(ports.log, after, seq))
        expect(answersThen(past)).toEqual(answers)
      }),
      { numRuns: 8 },
    )
  })

  test('is out of reach beyond a number of records, and of bytes', async () => {
    const none = async () => {
      throw new Error('nothing is to be read')
    }
    const reach = MAX_PAST_RECORDS
    expect(await pastAt(reach + 1, none)).toEqual({ kind: 'beyond', reach })
    const how = { webSeed: 1, budget: 9, pauseAfter: 99, reopenAfter: 99, stopAfter: 99 }
    const { ports } = await crawl({ ...(await aCourse()), ...how })
    // Nobody can tell that this record is not a large one before it is decoded.
    const large = { frames: logFrames([new Uint8Array(17_000_000)]), upTo: 3 }
    const past = pastAt(3, async (after) => (after < 2 ? logPart(ports.log, after, 2) : large))
    expect(await past).toEqual({ kind: 'beyond', reach: 2 })
  })

  test('is not made up beyond the end of the log', async () => {
    const nothing = async () => ({ frames: new Uint8Array(), upTo: 0 })
    await expect(pastAt(3, nothing)).rejects.toThrow('record 1')
  })
})

const aCourse = async () => fc.sample(course, { numRuns: 1, seed: 1 })[0]!
