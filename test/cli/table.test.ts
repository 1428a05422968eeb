import { describe, expect, test } from 'vitest'
import { formatTable } from '../../src/cli/table.js'

describe('a table', () => {
  interface Row {
    n: number
    name: string | null
  }
  const columns = [
    { title: 'N', of: ({ n }: Row) => n },
    { title: 'NAME', of: ({ name }: Row) => name, wide: true },
  ]
  const rows: Row[] = [
    { n: 5, name: 'short' },
    { n: 1200, name: 'a name that is longer than the screen is wide' },
    { n: 7, name: null },
  ]

  test('aligns figures right and text left, with a dash for no value', () => {
    expect(formatTable(rows, columns).split('\n')).toEqual([
      '   N  NAME',
      '   5  short',
      '1200  a name that is longer than the screen is wide',
      '   7  –',
    ])
  })

  test('is no wider than the screen', () => {
    for (const line of formatTable(rows, columns, 24).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(24)
    }
  })

  test('lets no page control the terminal', () => {
    const name = '\u001b[2J\u009b2Jred\nblue \u202eeulb'
    expect(formatTable([{ n: 1, name }], columns)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
    expect(formatTable([{ n: 1, name }], columns).split('\n')).toHaveLength(2)
  })

  test('may have as many rows as a campaign has pages', () => {
    const many = Array.from({ length: 300_000 }, (_, n) => ({ n, name: 'x' }))
    expect(formatTable(many, columns).split('\n')).toHaveLength(many.length + 1)
  })

  test('without rows is its titles', () => {
    expect(formatTable([], columns)).toBe('N  NAME')
  })
})
