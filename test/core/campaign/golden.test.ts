import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { answerLines } from '../../fixtures/golden/answers.ts'
import { readGoldenLogs } from '../../fixtures/golden/logs.ts'

test.for(readGoldenLogs())('the log $name gives the recorded answers', async (log) => {
  const expected = readFileSync(log.answersFile, 'utf8').trimEnd().split('\n')
  const answers = await answerLines(log.rows)
  expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual(
    expected.map((line) => JSON.parse(line) as unknown),
  )
})

test('every file of answers has its log', () => {
  const answers = globSync('test/fixtures/golden/*.jsonl').map((file) => basename(file, '.jsonl'))
  const logs = readGoldenLogs().map(({ name }) => name)
  expect(logs).toEqual(answers.toSorted())
})
