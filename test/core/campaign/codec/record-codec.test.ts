import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUTCOMES } from '../../../../src/core/campaign/outcomes.ts'
import {
  decodeRecord,
  encodeRecord,
  UnreadableRecord,
} from '../../../../src/core/campaign/codec/record-codec.ts'
import type { Edit } from '../../../../src/core/campaign/edit.ts'
import {
  END_REASONS,
  type CampaignRecord,
  type Created,
  type QualifiedLink,
} from '../../../../src/core/campaign/event.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope.ts'
import { EXAMPLE_SPEC } from '../../../../src/core/spec/spec-rows.ts'
import { DISCOVERY_SOURCES, type Spec } from '../../../../src/core/spec/spec.ts'
import { noUsage } from '../../../../src/core/campaign/cost/usage.ts'
import type { HostId } from '../../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { MOTIVES } from '../../../../src/core/rank/bandits/bandit.ts'
import { PICKS } from '../../../../src/core/rank/strategy.ts'
import { ESTIMATORS } from '../../../../src/core/rank/names.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { ByteWriter } from '../../../../src/lib/byte-writer.ts'
import { crc32 } from '../../../../src/lib/checksum.ts'
import { quantise } from '../../../../src/lib/fixed-point.ts'

const PICKED_POLICIES = [completePolicy({ name: 'fl_ne' }), completePolicy({ name: 'mab_var' })]

const AT = Date.UTC(2026, 0, 1)

const moment = fc.nat(1e9).map((ms) => AT + ms)
const score = fc.double({ min: 0, max: 20, noNaN: true }).map(quantise)
const signedScore = fc.double({ min: -9, max: 9, noNaN: true }).map((value) => quantise(value) + 0)
const estimate = fc.option(signedScore, { nil: undefined })
const node = fc.nat(5e6).map((id) => id as NodeId)
const path = fc.webPath().map((text) => `/${text}`)

const hosts = fc.array(
  fc
    .tuple(fc.webAuthority(), fc.option(fc.domain()))
    .map(([host, site]) => ({ origin: `https://${host}`, site: site ?? host })),
)
const discovered = fc
  .tuple(hosts, fc.array(fc.record({ host: fc.nat(5000).map((id) => id as HostId), path })))
  .map(([met, nodes]) => ({
    origins: met.map(({ origin }) => origin),
    sites: met.map(({ site }) => site),
    nodes,
  }))
const fetchLimit = fc.option(
  fc.oneof(fc.record({ fetches: fc.nat() }), fc.record({ share: fc.constantFrom(0.1, 0.5, 1) })),
)

const plannedFetch = (now: number) =>
  fc.record({
    node,
    dueAt: fc.nat(1e9).map((ms) => now + ms),
    arm: fc.constantFrom(...ESTIMATORS),
    motive: fc.constantFrom(...MOTIVES),
    pick: fc.constantFrom(...PICKS),
    estimate,
    terms: fc.dictionary(fc.constantFrom('fl_deg', 'fl_ne', 'sl_n', 'cash'), signedScore),
    runnerUp: fc.option(fc.record({ node, estimate }), { nil: undefined }),
    batch: fc.array(node),
    armMeans: fc.array(score),
  })

const next = (now: number) =>
  fc.oneof(
    fc.constant({ kind: 'keep' as const }),
    fc.constant({ kind: 'rest' as const }),
    fc.record({ kind: fc.constant('end' as const), reason: fc.constantFrom(...END_REASONS) }),
    fc.record({
      kind: fc.constant('reserve' as const),
      fetches: fc.array(plannedFetch(now), { minLength: 1, maxLength: 3 }),
    }),
  )

const spent = fc.record({
  rowsRead: fc.nat(),
  rowsWritten: fc.nat(),
  requests: fc.nat(),
  awakeMs: fc.nat(),
  resultRowsRead: fc.nat(),
  resultRowsWritten: fc.nat(),
})

const common = (now: number) => ({
  at: fc.constant(now),
  flushedSeq: fc.nat(),
  spent,
  next: next(now),
})

const edges = fc.array(fc.tuple(node, score)).map((links) => ({
  targets: links.map(([target]) => target),
  linkScores: links.map(([, linkScore]) => linkScore),
}))

const edgeClasses = fc.record({
  ofEdges: fc.array(fc.integer({ min: 0, max: 3 })),
  known: fc.nat(255),
  added: fc.array(fc.array(fc.nat(4095)).map((hashes) => hashes.toSorted((a, b) => a - b))),
})
const qualifiedLinks = fc.constantFrom<QualifiedLink[]>(
  [],
  [
    { edge: 3, rel: ['nofollow', 'ugc'] },
    { edge: 9, rel: ['sponsored'] },
  ],
)

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const) }),
  fc.record({
    kind: fc.constant('patch' as const),
    patch: fc.record(
      {
        budget: fc.nat(),
        name: fc.string(),
        scope: fc.constant({ ...EVERYWHERE, exclude: ['/a/*'], maxDepth: 3 }),
        discover: fc.subarray([...DISCOVERY_SOURCES]),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('seeds' as const), discovered, nodes: fc.array(node) }),
  fc.record({
    kind: fc.constant('label' as const),
    seq: fc.nat(),
    node,
    score,
    was: score,
    arm: fc.option(fc.constantFrom(...ESTIMATORS), { nil: undefined }),
    edges,
  }),
)

const sums = fc
  .tuple(fc.nat(1000), score, score)
  .map(([degree, scores, linkScores]): [number, number, number, number] => [
    degree,
    scores,
    linkScores,
    scores * linkScores,
  ])

const recalled = fc
  .uniqueArray(node)
  .map((nodes) => nodes.toSorted((a, b) => a - b))
  .chain((nodes) =>
    fc.record({
      nodes: fc.constant(nodes),
      sums: fc.array(sums, { minLength: nodes.length, maxLength: nodes.length }),
    }),
  )

const drawnSpec = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  topic: fc.record({ keywords: fc.array(fc.string()) }),
  seeds: fc.array(fc.webUrl()),
  budget: fc.nat(),
  rate: fc.record({ perMinute: fc.nat(), hostDelayMs: fc.nat() }),
  policy: fc.constantFrom(...PICKED_POLICIES),
  ties: fc.constantFrom('fifo' as const, 'random' as const),
  limits: fc.record({
    timeoutMs: fc.nat(),
    bodyBytes: fc.nat(),
    perHost: fetchLimit,
    perSite: fetchLimit,
  }),
  randomSeed: fc.nat(),
  memoryMb: fc.nat(),
  scope: fc.record({
    include: fc.array(fc.string()),
    exclude: fc.array(fc.string()),
    hosts: fc.array(fc.domain()),
    suffixes: fc.array(fc.domain()),
    maxDepth: fc.option(fc.nat()),
    languages: fc.constantFrom([], ['en', 'pt-BR']),
  }),
  discover: fc.subarray([...DISCOVERY_SOURCES]),
})

const spec = drawnSpec.map((drawn): Spec => ({
  ...EXAMPLE_SPEC,
  ...drawn,
  limits: { ...EXAMPLE_SPEC.limits, ...drawn.limits },
  scope: { ...EVERYWHERE, ...drawn.scope },
}))

const word = fc.nat(0xffffffff)
const fingerprint = fc.record({ low: word, high: word })
const simhash = fc.option(fingerprint, { nil: undefined })

const record: fc.Arbitrary<CampaignRecord> = moment.chain((now) =>
  fc.oneof(
    fc.record({
      kind: fc.constant('created' as const),
      ...common(now),
      id: fc.string(),
      owner: fc.string(),
      spec,
      discovered,
      salt: fc.tuple(word, word, word, word),
    }),
    fc.record({
      kind: fc.constantFrom('flushed' as const, 'rebuild' as const),
      ...common(now),
    }),
    fc.record({
      kind: fc.constant('begun' as const),
      ...common(now),
      node: fc.option(node, { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('edited' as const),
      ...common(now),
      edit,
    }),
    fc.record({ kind: fc.constant('faulted' as const), ...common(now), fault: fc.string() }),
    fc.record({ kind: fc.constant('recalled' as const), ...common(now), recalled }),
    fc.record({
      kind: fc.constant('step' as const),
      ...common(now),
      node,
      outcome: fc.constantFrom(...OUTCOMES),
      httpStatus: fc.nat(599),
      requestedAt: fc.nat(60_000).map((ms) => now - ms),
      durationMs: fc.nat(60_000),
      bodyBytes: fc.nat(),
      score,
      estimate,
      title: fc.string({ unit: 'grapheme' }),
      crawlDelayMs: fc.nat(30_000),
      links: fc.nat(5000),
      skips: fc.record(
        { robots: fc.integer({ min: 1, max: 99 }), scope: fc.integer({ min: 1, max: 99 }) },
        { requiredKeys: [] },
      ),
      discovered,
      sideRequests: fc.nat(9),
      fault: fc.string(),
      noindex: fc.boolean(),
      qualifiedLinks,
      retry: fc.boolean(),
      replaces: fc.nat(),
      retryAt: fc.nat(),
      edges,
      recalled,
      simhash,
      revisit: fc.boolean(),
      patterns: fc.array(fc.record({ low: word, high: fc.nat(0xffff) })),
      pattern: fc.constant(undefined),
      alias: fc.option(node, { nil: undefined }),
      sitemaps: fc.array(node),
      contentSignals: fc.option(fc.string(), { nil: undefined }),
      resembles: fc.boolean(),
      linkClasses: fc.option(edgeClasses, { nil: undefined }),
    }),
  ),
)

const COMMON = {
  at: AT,
  flushedSeq: 900,
  spent: noUsage(),
  next: { kind: 'keep' as const },
}

const CREATED = {
  id: '01m7h3',
  spec: fc.sample(spec, { numRuns: 1, seed: 7 })[0]!,
  discovered: { origins: [], sites: [], nodes: [] },
}

const SALT_BYTES = 16

/** What version 2 would have written. */
function olderRecord(body: Uint8Array): Uint8Array {
  const older = new ByteWriter()
  for (const byte of body) older.byte(byte)
  older.bytes()[1] = 2
  older.uint32(crc32(older.bytes()))
  return older.bytes()
}

describe('a log record', () => {
  test('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(record, (original) => {
        expect(decodeRecord(encodeRecord(original))).toEqual(original)
      }),
    )
  })

  test('is refused with any one bit flipped', () => {
    fc.assert(
      fc.property(record, fc.nat(), (original, at) => {
        const bytes = encodeRecord(original)
        const bit = at % (bytes.length * 8)
        bytes[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => decodeRecord(bytes)).toThrow(UnreadableRecord)
      }),
    )
  })

  test('is refused if it is truncated anywhere', () => {
    fc.assert(
      fc.property(record, fc.nat(), (original, at) => {
        const bytes = encodeRecord(original)
        expect(() => decodeRecord(bytes.subarray(0, at % bytes.length))).toThrow(UnreadableRecord)
      }),
    )
  })

  test('of an unknown version is refused, and the version named', () => {
    const bytes = encodeRecord({ kind: 'begun', node: undefined, ...COMMON })
    bytes[1] = 9
    expect(() => decodeRecord(bytes)).toThrow('version 9, while this program reads 1 to 6')
  })

  test('of a campaign from before owners and salts gets the main owner and a fixed salt', () => {
    const full = { kind: 'created' as const, ...COMMON, ...CREATED, owner: 'acme' }
    const created = encodeRecord({ ...full, salt: [1, 2, 3, 4] })
    const salted = created.length - 4
    const owned = olderRecord(created.subarray(0, salted - SALT_BYTES))
    const ownerless = olderRecord(created.subarray(0, salted - SALT_BYTES - 'acme'.length - 1))
    expect(decodeRecord(owned)).toMatchObject({ ...CREATED, owner: 'acme' })
    expect(decodeRecord(ownerless)).toMatchObject({ ...CREATED, owner: 'main' })
    expect(decodeRecord(owned)).toEqual(decodeRecord(owned))
    const { salt } = decodeRecord(owned) as Created
    expect(salt).toEqual((decodeRecord(ownerless) as Created).salt)
    expect(salt.every((bits) => bits !== 0)).toBe(true)
  })

  test('of version 2 has neither the sites of hosts nor fetch limits', () => {
    const origin = 'http://a.test:8080'
    const met = { origins: [origin], sites: ['a.test:8080'], nodes: [] }
    const limits = { timeoutMs: 1, bodyBytes: 2 } as Spec['limits']
    const created = { ...CREATED, discovered: met, spec: { ...CREATED.spec, limits } }
    const full = { kind: 'created' as const, ...COMMON, ...created, owner: 'acme' }
    const bytes = encodeRecord({ ...full, salt: [1, 2, 3, 4] }).subarray(0, -4 - SALT_BYTES)
    // A site that is its host is an empty text: one byte, right after the origin.
    const siteAt = Buffer.from(bytes).indexOf(origin) + origin.length
    const older = olderRecord(bytes.filter((_, i) => i !== siteAt))
    expect(decodeRecord(older)).toMatchObject({
      discovered: met,
      spec: { limits: { ...limits, perHost: null, perSite: null } },
      owner: 'acme',
    })
  })

  test('takes under ten bytes a link when its fifty links lead to siblings', () => {
    const nodes = Array.from({ length: 50 }, (_, i) => ({
      host: 3 as HostId,
      path: `/encyclopedia/articles/volcano-${100 + i}`,
    }))
    const bytes = encodeRecord({
      kind: 'step',
      ...COMMON,
      node: 4 as NodeId,
      outcome: 'ok',
      httpStatus: 200,
      requestedAt: AT,
      durationMs: 80,
      bodyBytes: 30_000,
      score: 1.5,
      estimate: 0.25,
      title: 'Volcanoes',
      crawlDelayMs: 0,
      links: 50,
      skips: {},
      noindex: false,
      qualifiedLinks: [],
      retry: false,
      replaces: 0,
      retryAt: 0,
      sideRequests: 0,
      fault: '',
      recalled: { nodes: [], sums: [] },
      alias: undefined,
      sitemaps: [],
      contentSignals: undefined,
      resembles: false,
      simhash: undefined,
      revisit: false,
      patterns: [],
      pattern: undefined,
      linkClasses: undefined,
      discovered: { origins: [], sites: [], nodes },
      edges: {
        targets: nodes.map((_, i) => (5000 + i) as NodeId),
        linkScores: nodes.map(() => 0),
      },
    })
    expect(bytes.length / 50).toBeLessThan(10)
  })
})
