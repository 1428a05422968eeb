import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VectorFile } from '../../scripts/conform/area.ts'
import { runConform } from '../../scripts/conform/cli.ts'
import { reportOn } from '../../scripts/conform/report.ts'
import { runCases } from '../../scripts/conform/run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dowser-conform-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function conform(...args: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const exitCode = await runConform(args, {
    folder,
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { exitCode, printed, complaint: complaints.join('\n') }
}

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

const rule = { kind: 'access', robotsTxt: 'user-agent: *\ndisallow: /a', userAgent: 'x' }
const cases = [
  { ...rule, name: 'barred', url: 'http://a.test/a', allowed: false },
  { ...rule, name: 'wrongly expected', url: 'http://a.test/b', allowed: false },
  { ...rule, name: 'matter of taste', url: 'http://a.test/b', allowed: false, contested: true },
  { name: 'of a kind nobody knows', kind: 'unheard-of', contested: true },
]

describe('the conform command', () => {
  test('prints one line of figures, contested cases separate, and succeeds', async () => {
    write('one.json', { area: 'robots', source: 'one', cases })
    write('two.json', { area: 'robots', source: 'two', cases: cases.slice(0, 1) })
    const { exitCode, printed, complaint } = await conform('robots', 'one.json', 'two.json')
    expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' })
    expect(printed.map((line) => JSON.parse(line))).toEqual([
      {
        area: 'robots',
        passed: 2,
        failed: 1,
        contestedPassed: 0,
        contested: 2,
        failures: ['wrongly expected'],
      },
    ])
  })

  test('breaks the figures down on request', async () => {
    write('one.json', { area: 'robots', source: 'one', cases })
    write('two.json', { area: 'robots', cases: cases.slice(0, 1) })
    const by = async (what: string) => {
      const { printed } = await conform('robots', 'one.json', 'two.json', '--by', what)
      return JSON.parse(printed[0] ?? '').by
    }
    expect(await by('kind')).toEqual({
      access: { passed: 2, failed: 1, contestedPassed: 0, contested: 1 },
      'unheard-of': { passed: 0, failed: 0, contestedPassed: 0, contested: 1 },
    })
    expect(Object.keys(await by('file'))).toEqual(['one', 'two.json'])
  })

  test('prints its usage', async () => {
    const { exitCode, printed } = await conform('--help')
    expect(exitCode).toBe(0)
    expect(printed.join()).toContain('npm run --silent conform -- AREA FILE...')
  })

  test.each([
    [[], 'an area and at least one file are needed'],
    [['robots'], 'an area and at least one file are needed'],
    [['robot', 'one.json'], 'no area is called "robot"; the areas are robots, '],
    [['robots', 'gone.json'], 'gone.json; check the path'],
    [['robots', 'tags.json'], 'tags.json is for the area "robots-tags", not "robots"'],
    [['robots', 'half.json'], 'half.json is not JSON'],
    [['robots', 'list.json'], 'list.json is not a file of cases'],
    [['robots', 'nameless.json'], 'nameless.json is not a file of cases'],
    [['robots', 'one.json', '--by', 'mood'], '--by takes "kind" or "file", not "mood"'],
    [['robots', 'one.json', '--loud'], '--loud'],
  ])('given %j complains, and says what would mend it', async (args, complaint) => {
    write('one.json', { area: 'robots', cases })
    write('tags.json', { area: 'robots-tags', cases: [] })
    write('half.json', '{ "area": ')
    write('list.json', [])
    write('nameless.json', { area: 'robots', cases: [{ kind: 'access' }] })
    const found = await conform(...args)
    expect(found).toMatchObject({ exitCode: 2, printed: [] })
    expect(found.complaint).toContain(complaint)
  })
})

describe('cases', () => {
  const fileOf = (area: string, ...vectors: VectorFile['cases']): VectorFile => ({
    area,
    source: '',
    cases: vectors,
  })

  test('fail if their check throws', async () => {
    const results = await runCases([fileOf('robots', { name: 'a' })], () => {
      throw new Error('broken')
    })
    expect(reportOn('robots', results)).toMatchObject({ failed: 1, failures: ['a'] })
  })

  test('of url-normalise that go beyond the standard are contested', async () => {
    const vectors = [
      { name: 'a', basis: 'policy' },
      { name: 'b', basis: 'whatwg' },
      { name: 'c', basis: 'whatwg', contested: true },
    ]
    const counts = async (area: string) =>
      reportOn(area, await runCases([fileOf(area, ...vectors)], () => true))
    expect(await counts('url-normalise')).toMatchObject({ passed: 1, contestedPassed: 2 })
    expect(await counts('robots')).toMatchObject({ passed: 2, contestedPassed: 1 })
  })
})
