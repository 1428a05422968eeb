import { expect, test } from 'vitest'
import { applyPatch, resolvePatch } from '../../../src/core/spec/patch.ts'
import { EXAMPLE_SPEC as SPEC } from '../../../src/core/spec/spec-rows.ts'
import type { Spec } from '../../../src/core/spec/spec.ts'

test('a patch holds each part that will differ, whole', () => {
  const request = { budget: 5, rate: { perMinute: 7 }, scope: { maxDepth: undefined } }
  expect(resolvePatch(request, SPEC)).toEqual({
    budget: 5,
    rate: { perMinute: 7, hostDelayMs: SPEC.rate.hostDelayMs },
  })
})

test('what is already so is no change', () => {
  const { name, topic, policy, rate, scope } = SPEC
  expect(resolvePatch({ name, topic, policy, rate, scope }, SPEC)).toEqual({})
})

test('a patch recorded before a field of its group existed leaves that field as it is', () => {
  const spec: Spec = { ...SPEC, limits: { ...SPEC.limits, perHost: { fetches: 3 } } }
  const limits = { timeoutMs: 200, bodyBytes: 5000 } as Spec['limits']
  expect(applyPatch(spec, { limits }).limits).toEqual({ ...spec.limits, ...limits })
})

test('a patch replaces the topic whole', () => {
  expect(applyPatch(SPEC, { topic: { keywords: ['geyser'] } }).topic).toEqual({
    keywords: ['geyser'],
  })
})
