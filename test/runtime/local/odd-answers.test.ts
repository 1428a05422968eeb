import { afterAll, expect, test } from 'vitest'
import { localOutbound } from '../../../src/runtime/local/outbound.ts'
import { ODD_PAGE, serveOddAnswers } from '../../fixtures/odd-answers.ts'
import { oddOutcome } from '../../fixtures/odd-outcome.ts'

const site = await serveOddAnswers()
const { send, close } = localOutbound({ allow: ['loopback'] })
afterAll(() => {
  close()
  site.close()
})

test.each(site.answers)('an odd answer is read as elsewhere: $path', async ({ path, expected }) => {
  expect(await oddOutcome(site.origin + path, ODD_PAGE, send)).toBe(expected)
})

test('workerd reads all but a few of them alike', () => {
  const otherwise = site.answers.filter(({ expected, inWorkerd }) => expected !== inWorkerd)
  expect(otherwise.map(({ path }) => decodeURIComponent(path.slice(1)))).toEqual([
    'a chunk with an extension',
    'a chunk with a space after its size',
    'a hundred more to come',
    'a hint before the page',
  ])
})
