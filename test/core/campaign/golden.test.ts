import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerLines } from '../../fixtures/golden/answers.ts'
import { readGoldenLogs } from '../../fixtures/golden/logs.ts'

test.for(readGoldenLogs())('the log $name answers as it always did', async (log) => {
  const expected = readFileSync(log.answersFile, 'utf8').trimEnd().split('\n')
  const answers = await answerLines(log.rows)
  expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual(
    expected.map((line) => JSON.parse(line) as unknown),
  )
})
