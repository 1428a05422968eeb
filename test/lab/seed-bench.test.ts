import { expect, test } from 'vitest'
import { runBenches } from '../../scripts/bench/benches.ts'
import { BadOption } from '../../src/lab/option-value.ts'

async function bench(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runBenches(['seeds', ...args], (line) => lines.push(line))
  return lines
}

test('the bench of seeds tells what each method looked at, and what a plain greedy would', async () => {
  const lines = await bench('--corpus', 'synthetic:france,nodes=800', '--json')
  const { methods } = JSON.parse(lines.at(-1)!) as {
    methods: { name: string; linksRead: number; plainLinks?: number }[]
  }
  const maxWeight = methods.find(({ name }) => name === 'max_weight(2)')!
  expect(maxWeight.linksRead).toBeLessThan(maxWeight.plainLinks! / 2)
  expect(methods.every(({ name, linksRead }) => linksRead > 0 && name !== '')).toBe(true)
})

test('the bench of seeds refuses what it does not take', async () => {
  await expect(bench('--pages', '3')).rejects.toThrow(BadOption)
})
