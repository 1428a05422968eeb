import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFlags, withSpecTable } from '../../scripts/client/spec-reference.ts'
import { SPEC_FLAGS } from '../../src/cli/spec-flags.js'

test('the flags of a campaign are those of the table of fields (else: npm run client)', () => {
  expect(SPEC_FLAGS).toEqual(specFlags())
})

test('the fields of a campaign in the guide are those of the table (else: npm run client)', () => {
  const guide = readFileSync('docs/api.md', 'utf8')
  expect(withoutPadding(guide)).toBe(withoutPadding(withSpecTable(guide)))
})

test('no two fields have the same flag', () => {
  const names = SPEC_FLAGS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

/** Markdown as it reads, however its tables are aligned. */
function withoutPadding(markdown: string): string {
  return markdown.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
}
