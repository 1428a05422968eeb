import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILES = globSync(['*.ts', '{src,test,scripts,demo}/**/*.{ts,js}'])

/** What stands in backquotes and ends like a file of ours. */
const NAMED_FILE = /`([\w./-]+\.(?:ts|js))`/g

test.each(globSync('{README.md,docs/**/*.md}'))('every file that %s names is there', (page) => {
  const named = Array.from(readFileSync(page, 'utf8').matchAll(NAMED_FILE), ([, name]) => name!)
  const isThere = (name: string) => FILES.some((file) => `/${file}`.endsWith(`/${name}`))
  expect(named.filter((name) => !isThere(name))).toEqual([])
})
