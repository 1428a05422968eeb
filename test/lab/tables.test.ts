import { expect, test } from 'vitest'
import { callLab, labFile } from './run-lab.ts'

const GENERATED = '--corpus synthetic:france,nodes=20000 --seed-sets 3'

test('table2: to a crawl of 100 steps, batches of 128 and of 1,024 are the same', async () => {
  const { degradation } = await labFile(`table2 ${GENERATED} --steps 100`)
  const loss = (batch: number) => degradation![batch]!['100']!
  expect(loss(128)).toBe(loss(1024))
  expect(loss(128)).toBeGreaterThan(loss(8))
})

test.each([
  ['table2', /\n8 +-?[\d.]+ +[\d.]+ +1\.3\n/],
  ['table6', /\nmab_epsilon +[\d.]+ +[\d.]+ +0\.450\n/],
  ['table7', /\nfl_e +[\d.]+ +[\d.]+ +0\.594\n/],
])("%s prints the paper's figures beside ours", async (table, row) => {
  const { code, out } = await callLab(`${table} ${GENERATED} --steps 50,100`)
  expect(code).toBe(0)
  expect(out).toMatch(/ 50 +100 +paper\n/)
  expect(out).toMatch(row)
})
