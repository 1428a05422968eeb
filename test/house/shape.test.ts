import { describe, expect, test } from 'vitest'
import { readClasses } from '../../scripts/house/classes.ts'
import { describeHouse } from '../../scripts/house/figures.ts'
import { findCycles, findSoleImporters, readImports } from '../../scripts/house/imports.ts'
import { countLines, readSources } from '../../scripts/house/sources.ts'

const MAX_LINES = 400
const MAX_PUBLIC_MEMBERS = 25
/** Two files may know each other's types; three are a knot. */
const MAX_CYCLE = 2

describe('the shape of the house', () => {
  const sources = readSources('src')

  test(`no file has more than ${MAX_LINES} lines`, () => {
    const long = sources.filter((source) => countLines(source) > MAX_LINES)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test(`no class has more than ${MAX_PUBLIC_MEMBERS} public members`, () => {
    const large = readClasses(sources).filter(
      ({ publicMembers }) => publicMembers.length > MAX_PUBLIC_MEMBERS,
    )
    expect(large.map(({ name, publicMembers }) => `${name}: ${publicMembers.length}`)).toEqual([])
  })

  test(`no more than ${MAX_CYCLE} files import one another, types included`, () => {
    const cycles = findCycles(readImports(sources))
    expect(cycles.filter((cycle) => cycle.length > MAX_CYCLE)).toEqual([])
  })
})

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((name) => `import type { X } from '${name}'\n`).join(''),
})

test('files that import one another are found, the largest set first', () => {
  const sources = [
    file('src/a.ts', './b/b.ts', './lone.ts'),
    file('src/b/b.ts', '../c.ts', './pair.ts'),
    { path: 'src/c.ts', text: "export { x } from './a.ts'\n" },
    { path: 'src/b/pair.ts', text: "/** @type {import('./other.js').X} */\n" },
    { path: 'src/b/other.js', text: "import './pair.ts'\n" },
    file('src/lone.ts', 'node:fs', './missing.ts'),
  ]
  expect(findCycles(readImports(sources))).toEqual([
    ['src/a.ts', 'src/b/b.ts', 'src/c.ts'],
    ['src/b/other.js', 'src/b/pair.ts'],
  ])
})

test('a file with one importer is found where that stands beside it', () => {
  const sources = [
    file('src/a.ts', './b.ts', './c.ts', './d/d.ts'),
    file('src/b.ts', './c.ts'),
    file('src/c.ts'),
    file('src/d/d.ts'),
  ]
  expect(findSoleImporters(readImports(sources))).toEqual([
    { file: 'src/b.ts', importer: 'src/a.ts' },
  ])
})

test('a class has the public members that others may use, and no more', () => {
  const text = `export class Store<T> extends Base {
  static readonly kinds = ['a']
  readonly #secret = 1
  #state: State
  size = 0
  seq!: number
  private hidden = 2
  protected inherited = 3

  constructor(state: State) {
    super()
    this.#state = state
  }

  get first(): number {
    return 1
  }

  set first(value: number) {
    this.size = value
  }

  async *read<Q>(
    from: number,
    to: number,
  ): AsyncGenerator<Q> {
    yield from
  }

  [Symbol.iterator]() {
    return []
  }

  #hide(): void {}
}

class Small {}
`
  expect(readClasses([{ path: 'src/store.ts', text }])).toEqual([
    {
      name: 'Store',
      path: 'src/store.ts',
      publicMembers: ['kinds', 'size', 'seq', 'first', 'read', 'Symbol.iterator'],
    },
  ])
})

test('the house has figures', () => {
  expect(describeHouse(readSources('src'))).toHaveLength(5)
})
