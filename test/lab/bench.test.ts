import { expect, test } from 'vitest'
import { BadRequest, runBench } from '../../src/lab/bench/bench-cli.ts'

async function bench(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runBench(args, (line) => lines.push(line))
  return lines
}

test('the bench ends with a line of JSON that has the times of each policy asked for', async () => {
  const lines = await bench('step', '--frontier', '2000', '--policies', 'fl_ne,mab_var', '--json')
  const { frontier, policies } = JSON.parse(lines.at(-1)!) as {
    frontier: number
    policies: Record<string, { medianMs: number; p99Ms: number }>
  }
  expect(frontier).toBe(2000)
  expect(Object.keys(policies)).toEqual(['fl_ne', 'mab_var'])
  for (const { medianMs, p99Ms } of Object.values(policies))
    expect(p99Ms).toBeGreaterThanOrEqual(medianMs)
})

test('four first-level arms take at most 64 bytes of columns a node', async () => {
  const lines = await bench(
    'step',
    '--frontier',
    '100000',
    '--policies',
    'four first-level arms',
    '--json',
  )
  const { policies } = JSON.parse(lines.at(-1)!) as {
    policies: Record<string, { bytesPerNode: number }>
  }
  expect(policies['four first-level arms']!.bytesPerNode).toBeLessThanOrEqual(64)
})

test.each([
  [[], /usage/],
  [['rows'], /usage/],
  [['step', '--frontier', 'many'], /--frontier must be a whole number/],
  [['step', '--policies', 'magic'], /unknown policy "magic"; known are bfs/],
  [['step', '--colour'], /colour/],
])('the bench refuses %j with a reason', async (args, message) => {
  await expect(bench(...args)).rejects.toThrow(BadRequest)
  await expect(bench(...args)).rejects.toThrow(message)
})
