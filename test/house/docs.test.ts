import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FILES = globSync(['*.ts', '{src,test,scripts,demo}/**/*.{ts,js}'])

/** What stands in backquotes and ends like a file of ours. */
const NAMED_FILE = /`([\w./-]+\.(?:ts|js))`/g
/** A link to a file of the repository, without its fragment. */
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g

const MAX_ARCHITECTURE_WORDS = 900

describe.each(globSync('{README.md,docs/**/*.md}'))('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  test('names only files that exist', () => {
    const named = Array.from(text.matchAll(NAMED_FILE), ([, name]) => name!)
    const isThere = (name: string) => FILES.some((file) => `/${file}`.endsWith(`/${name}`))
    expect(named.filter((name) => !isThere(name))).toEqual([])
  })

  test('links only to files that exist', () => {
    const targets = Array.from(text.matchAll(LINK), ([, target]) => target!)
    expect(targets.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([])
  })
})

test(`the architecture fits on a page: ${MAX_ARCHITECTURE_WORDS} words`, () => {
  const words = readFileSync('docs/architecture.md', 'utf8').match(/[\w'’/.-]+/gu)!
  expect(words.length).toBeLessThanOrEqual(MAX_ARCHITECTURE_WORDS)
})

test('the architecture names every folder of src', () => {
  const [, tree] = /```\n(src\/[\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8'))!
  const folders = globSync('src/{*,core/*,core/campaign/*}/', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/`)
  expect(folders.filter((name) => !tree!.includes(name))).toEqual([])
})

test.each(globSync('docs/decisions/*.md'))('%s has a head', (page) => {
  const text = readFileSync(page, 'utf8')
  expect(text).toMatch(
    /^# .+\n\n- Status: (accepted|amended|superseded).*\n- Date: \d{4}-\d\d-\d\d\n/,
  )
  expect(text).toMatch(/\n## Context\n[^]+\n## Decision\n/)
})

test('each decision has a number of its own', () => {
  const numbers = globSync('docs/decisions/*.md').map((page) => basename(page).slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})
