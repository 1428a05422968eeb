import { describe, expect, test } from 'vitest'
import { EVERYWHERE } from '../../../src/core/spec/scope.ts'
import { completeSpec, EXAMPLE_SPEC, SPEC_ROWS } from '../../../src/core/spec/spec-rows.ts'
import type { Spec } from '../../../src/core/spec/spec.ts'

describe('a recorded spec', () => {
  const { memoryMb: _memory, discover: _sources, scope, limits, ...older } = EXAMPLE_SPEC
  const { timeoutMs, bodyBytes } = limits

  test('that lacks newer fields means what campaigns did before these existed', () => {
    const recorded = { ...older, limits: { timeoutMs, bodyBytes } } as Spec
    expect(completeSpec(recorded)).toEqual({
      ...older,
      limits: { timeoutMs, bodyBytes, oversized: 'refuse', perHost: null, perSite: null },
      memoryMb: 64,
      scope: EVERYWHERE,
      discover: ['links'],
    })
  })

  test('keeps what it says, null included', () => {
    const recorded: Spec = {
      ...EXAMPLE_SPEC,
      memoryMb: 5,
      limits: { ...limits, perHost: { share: 0.1 }, perSite: null },
      scope: { ...scope, maxDepth: 3 },
      discover: ['feeds'],
    }
    expect(completeSpec(recorded)).toEqual(recorded)
  })

  test('of a group that lacks a field keeps the others', () => {
    const { languages, ...rest } = { ...scope, hosts: ['a.test'] }
    const recorded = { ...EXAMPLE_SPEC, scope: rest } as unknown as Spec
    expect(completeSpec(recorded).scope).toEqual({ ...rest, languages })
  })
})

test.each(SPEC_ROWS)('$path is required, or says what holds unless it is given', (row) => {
  const ways = [row.required === true, row.default !== undefined, row.computed !== undefined]
  expect(ways.filter(Boolean)).toHaveLength(1)
})

test('a computed field says what specs recorded before it existed mean; every spec has a randomSeed', () => {
  const computed = SPEC_ROWS.filter((row) => row.computed !== undefined)
  const isSilent = computed.filter(({ implied }) => implied === undefined)
  expect(isSilent.map(({ path }) => path)).toEqual(['randomSeed'])
})
