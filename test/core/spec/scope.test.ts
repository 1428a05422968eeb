import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileScope } from '../../../src/core/spec/scope-filter.ts'
import { EVERYWHERE, type Scope } from '../../../src/core/spec/scope.ts'
import { compileGlob, matchesGlob } from '../../../src/lib/glob.ts'

function filter(scope: Partial<Scope>) {
  const compiled = compileScope({ ...EVERYWHERE, ...scope })
  if (compiled.kind === 'bad') throw new Error(JSON.stringify(compiled.problems))
  return compiled.value
}

const takes = (scope: Partial<Scope>, url: string) => filter(scope).whySkip(url, 0) === undefined
const includes = (pattern: string, url: string) => takes({ include: [pattern] }, url)

describe('a scope', () => {
  test('that says nothing allows everything', () => {
    expect(filter({}).whySkip('https://a.test/x?y', 1_000)).toBeUndefined()
    expect(filter({}).wants('xx')).toBe(true)
  })

  test('is kept to by one of its patterns, and left by any that excludes', () => {
    const scope = { include: ['/docs/*', '/blog/*'], exclude: ['*/private/*', '/blog/old'] }
    expect(takes(scope, 'https://a.test/docs/x')).toBe(true)
    expect(takes(scope, 'https://a.test/blog/x')).toBe(true)
    expect(takes(scope, 'https://a.test/shop/x')).toBe(false)
    expect(takes(scope, 'https://a.test/docs/private/x')).toBe(false)
    expect(takes(scope, 'https://a.test/blog/old')).toBe(false)
  })

  test('may name hosts, and domains with all below them', () => {
    const scope = { hosts: ['A.test', 'b.test:8080'], suffixes: ['c.test', '*.d.test', '.e.test'] }
    const taken = [
      'a.test',
      'a.test:81',
      'b.test:8080',
      'c.test',
      'x.y.c.test',
      'd.test',
      'x.e.test',
    ]
    const left = ['www.a.test', 'b.test', 'bc.test', 'c.test.evil', 'test']
    for (const host of taken) expect(takes(scope, `https://${host}/`)).toBe(true)
    for (const host of left) expect(takes(scope, `https://${host}/`)).toBe(false)
  })

  test('may have a depth', () => {
    const shallow = filter({ maxDepth: 2 })
    expect(shallow.whySkip('https://a.test/', 2)).toBeUndefined()
    expect(shallow.whySkip('https://a.test/', 3)).toBe('depth')
    expect(filter({ maxDepth: 2, exclude: ['/*'] }).whySkip('https://a.test/', 3)).toBe('scope')
  })

  test('may want languages, and takes pages that do not say theirs', () => {
    const scope = filter({ languages: ['en', 'pt_BR'] })
    for (const tag of ['en', 'EN-gb', 'pt-BR', 'pt_br', 'pt-BR-x', '', undefined]) {
      expect(scope.wants(tag)).toBe(true)
    }
    for (const tag of ['eng', 'pt', 'pt-PT', 'de']) expect(scope.wants(tag)).toBe(false)
  })
})

describe('a pattern', () => {
  test.each([
    ['/docs/*', 'https://a.test/docs/x/y', true],
    ['/docs/*', 'https://a.test/docs/', true],
    ['/docs/*', 'https://a.test/docs', false],
    ['/docs', 'https://a.test/docs?page=2', true],
    ['/docs', 'https://a.test/docs/x', false],
    ['/Docs', 'https://a.test/docs', false],
    ['/**/*.pdf', 'https://a.test/x/y.pdf', true],
    ['/*.pdf', 'https://a.test/x/y.pdf?v=1', true],
    ['/*.pdf', 'https://a.test/x.pdf.html', false],
    ['/*?*page=1', 'https://a.test/x?a&page=1', true],
    ['/*?*page=1', 'https://a.test/x?a&page=12', false],
    ['/*?*', 'https://a.test/x', false],
    ['/x.html', 'https://a.test/xahtml', false],
    ['/a[1]', 'https://a.test/a[1]', true],
    ['/é*', 'https://a.test/%C3%A9t%C3%A9', true],
    ['/%c3%a9*', 'https://a.test/%C3%A9t%C3%A9', true],
    ['/%7Eme', 'https://a.test/~me', true],
    ['/*', 'http://a.test/', true],
  ])('%j against %j: %j', (pattern, url, fits) => {
    expect(includes(pattern, url)).toBe(fits)
  })

  test.each([
    ['a.test/*', 'http://a.test/x', true],
    ['a.test/*', 'https://a.test/x', true],
    ['a.test/*', 'https://a.test:81/x', false],
    ['a.test:*/*', 'https://a.test:81/x', true],
    ['A.test/x', 'https://a.test/x', true],
    ['a.test/*', 'https://www.a.test/x', false],
    ['*.a.test/*', 'https://x.y.a.test/x', true],
    ['*.a.test/*', 'https://a.test/x', false],
    ['*.a.test/*', 'https://b.test/.a.test/x', false],
    ['**.a.test/*', 'https://x.a.test/', true],
    ['*.a.test:81/*', 'https://x.a.test:81/', true],
    ['https://a.test/*', 'https://a.test/', true],
    ['https://a.test/*', 'http://a.test/', false],
    ['HTTPS://*/x', 'https://a.test/x', true],
  ])('may name a host: %j against %j: %j', (pattern, url, fits) => {
    expect(includes(pattern, url)).toBe(fits)
  })

  test.each([
    ['*.pdf', 'https://a.test/x/y.pdf?v=1', true],
    ['*.pdf', 'https://a.test/x.pdf/y', false],
    ['*/x', 'https://a.test/y/x', true],
    ['**/private/**', 'https://a.test/a/private/b', true],
    ['*/private/*', 'https://private/x', true],
    ['*?*sort=*', 'https://a.test/x?a&sort=b', true],
    ['*', 'https://a.test/', true],
  ])('may be about the whole URL: %j against %j: %j', (pattern, url, fits) => {
    expect(includes(pattern, url)).toBe(fits)
  })

  test.each([
    ['', 'is empty'],
    ['/a b', 'has white space in it; in a URL it is written %20'],
    ['/a#b', 'has a fragment, the part after "#", which no URL of a node has'],
    ['/{a,b}', 'has braces; write one pattern for each choice'],
    ['/a\\*', 'has a backslash, which escapes nothing; in a URL it is written %5C'],
    ['a.test', 'has no slash: write "a.test/*" for a host or "*a.test" for an end'],
    ['ftp://a.test/', 'has the scheme "ftp"; only http and https are crawled'],
    ['https:///x', 'has no host after its scheme'],
    ['bücher.test/x', 'has a host that is not ASCII; write it as xn--…'],
    ['a.test?x/y', 'has "a.test?x" for a host, which none can be called'],
    [`/${'x'.repeat(2_000)}`, 'has more than 2000 characters'],
  ])('%j cannot be one: it %s', (entry, problem) => {
    expect(compileScope({ ...EVERYWHERE, exclude: [entry] })).toEqual({
      kind: 'bad',
      problems: [{ field: 'exclude', entry, problem }],
    })
  })
})

test('all that is wrong with a scope is said at once', () => {
  const scope: Scope = {
    include: ['/ok/*', ' '],
    exclude: ['x'],
    hosts: ['https://a.test/', '*.a.test', 'é.test', '', 'a b', '[::1]:80', 'ok.test'],
    suffixes: ['a.test:80', 'com'],
    maxDepth: -1,
    languages: ['english!', 'en'],
  }
  const compiled = compileScope(scope)
  expect(
    compiled.kind === 'bad' && compiled.problems.map(({ field, entry }) => [field, entry]),
  ).toEqual([
    ['include', ' '],
    ['exclude', 'x'],
    ['hosts', 'https://a.test/'],
    ['hosts', '*.a.test'],
    ['hosts', 'é.test'],
    ['hosts', ''],
    ['hosts', 'a b'],
    ['suffixes', 'a.test:80'],
    ['languages', 'english!'],
    ['maxDepth', '-1'],
  ])
})

test('a host with a blank in it is told from one that is not ASCII', () => {
  const problem = (host: string) => {
    const compiled = compileScope({ ...EVERYWHERE, hosts: [host] })
    return compiled.kind === 'bad' && compiled.problems[0]!.problem
  }
  expect(problem('a b')).toBe('has white space in it')
  expect(problem('é.test')).toBe('is not ASCII; write it as xn--…')
})

test('a scope has 200 entries of a kind at most', () => {
  const include = Array.from({ length: 201 }, (_, i) => `/${i}`)
  expect(compileScope({ ...EVERYWHERE, include })).toMatchObject({
    problems: [{ entry: '/200', problem: 'is one more than the 200 there may be' }],
  })
})

describe('a glob', () => {
  test('fits what a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/') })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*') })
    fc.assert(
      fc.property(pattern, text, (glob, any) => {
        const expression = new RegExp(`^${glob.replaceAll('*', '.*')}$`)
        expect(matchesGlob(compileGlob(glob), any)).toBe(expression.test(any))
      }),
    )
  })

  test('is matched in one walk: no place is looked at twice', () => {
    const text = 'a'.repeat(2_000)
    const glob = compileGlob(`${'*a'.repeat(1_000)}*b`)
    const places: number[] = []
    const watched = Object.assign(Object(text), {
      indexOf: (part: string, from: number) => {
        places.push(from)
        return text.indexOf(part, from)
      },
    }) as string
    expect(matchesGlob(glob, watched)).toBe(false)
    expect(places.length).toBeLessThanOrEqual(1_001)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})
