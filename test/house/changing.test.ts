import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const PAGE = readFileSync('docs/changing.md', 'utf8')
const SECTIONS = new Map(
  PAGE.split('\n## ')
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)

const GENERATED = [
  'src/cli/spec-flags.js',
  'src/client/api-types.d.ts',
  'src/client/outcome-labels.js',
]
const SOURCES = globSync('src/**/*.{ts,js}').filter((path) => !GENERATED.includes(path))

/** The files of the steps of a section: what has to be touched. */
function filesIn(title: string): string[] {
  const steps = SECTIONS.get(title)!.match(/^\d\. .*$/gm)!
  return steps.flatMap((step) => namedIn(step))
}

function namedIn(text: string): string[] {
  return Array.from(
    text.matchAll(/`((?:src|scripts|docs|test|migrations)\/[\w./-]+)`/g),
    ([, path]) => path!,
  )
}

function filesWith(pattern: RegExp, except: readonly RegExp[]): string[] {
  return SOURCES.filter(
    (path) => !except.some((users) => users.test(path)) && pattern.test(readFileSync(path, 'utf8')),
  )
}

test('every file and folder that the page names exists', () => {
  expect(namedIn(PAGE).length).toBeGreaterThan(30)
  expect(namedIn(PAGE).filter((path) => !existsSync(path))).toEqual([])
})

test.each(['An estimator', 'A bandit', 'A topic scorer', 'A lab experiment', 'A CLI command'])(
  '%s takes two files',
  (title) => {
    expect(SECTIONS.get(title)!.match(/^\d\. /gm)).toHaveLength(2)
  },
)

/** Something that exists, and the files that use it rather than make it what it is. */
describe.each<{ title: string; pattern: RegExp; users: RegExp[] }>([
  {
    title: 'An estimator',
    pattern: /\bopic\b/i,
    // The paper's own choices of policies.
    users: [/^src\/lab\/experiments\//],
  },
  { title: 'A bandit', pattern: /\bmab_epsilon\b|\bMAB_EPSILON\b/, users: [/^src\/lab\//] },
  { title: 'An outcome', pattern: /\bclosed_early\b/, users: [] },
  {
    title: 'A spec option',
    pattern: /\bhostDelayMs\b/,
    // It is part of the request to a source, and of the first requests for robots.txt.
    users: [/fetch\/gather\.ts$/, /fetch\/source\.ts$/, /^src\/crawl\//, /^src\/api\/campaigns\//],
  },
  {
    title: 'A topic scorer',
    pattern: /\bkeyword_count\b|\bkeywordCount\b/,
    // The example of a topic.
    users: [/^src\/core\/spec\/spec\.ts$/],
  },
  { title: 'A source', pattern: /\bwebSource\b/, users: [] },
  { title: 'An export format', pattern: /\bwarc\b/, users: [] },
])('$title', ({ title, pattern, users }) => {
  test(`is known to the files that the page names, as ${pattern} is`, () => {
    const found = filesWith(pattern, users)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((path) => !filesIn(title).includes(path))).toEqual([])
  })
})
