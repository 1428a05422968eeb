import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileScope, scopeFilter, whyEmpty } from '../../../src/core/spec/scope-filter.ts'
import { EVERYWHERE, type Scope } from '../../../src/core/spec/scope.ts'

const of = (scope: Partial<Scope>) => whyEmpty({ ...EVERYWHERE, ...scope })

describe('a scope that lets nothing in', () => {
  test.each(['*', '**', '/*', '/**', '*/*', '*://*', '*://*/*'])(
    'is told by an exclude of %s',
    (pattern) => {
      expect(of({ exclude: ['/a/*', pattern] })).toMatchObject({ field: 'exclude' })
    },
  )

  test.each<[string, Partial<Scope>]>([
    ['what is included is excluded', { include: ['/a/*'], exclude: ['/b/*', '/a/*'] }],
    ['patterns are on other hosts', { include: ['a.test/*'], hosts: ['b.test'] }],
    ['patterns are on other domains', { include: ['https://A.test/x/*'], suffixes: ['b.test'] }],
    ['patterns are on another port', { include: ['a.test:80/*'], hosts: ['a.test:81'] }],
  ])('is told where %s', (_what, scope) => {
    expect(of(scope)).toMatchObject({ field: 'include' })
  })

  test.each<[string, Partial<Scope>]>([
    ['everything', {}],
    ['the seeds alone', { maxDepth: 0 }],
    ['one of two patterns', { include: ['/a/*', '/b/*'], exclude: ['/a/*'] }],
    ['a pattern on one of the hosts', { include: ['a.test/*', 'c.test/*'], hosts: ['a.test'] }],
    ['a pattern below a domain', { include: ['www.a.test/*'], suffixes: ['a.test'] }],
    ['a pattern on any host', { include: ['/docs/*'], hosts: ['a.test'] }],
    ['a pattern on hosts with a star', { include: ['*.a.test/*'], hosts: ['b.test'] }],
    ['all but one kind of file', { exclude: ['*.pdf', '/*/x'] }],
  ])('is not thought to be one that lets in %s', (_what, scope) => {
    expect(of(scope)).toBeUndefined()
  })

  test('lets in no URL whatever, if it is said to be one', () => {
    const pattern = fc.constantFrom(
      '*',
      '/*',
      '/a/*',
      'a.test/*',
      'https://b.test/a/*',
      '*.a.test/*',
    )
    const host = fc.constantFrom('a.test', 'b.test', 'www.a.test')
    const scopes = fc.record({
      include: fc.array(pattern, { maxLength: 3 }),
      exclude: fc.array(pattern, { maxLength: 2 }),
      hosts: fc.array(host, { maxLength: 2 }),
      suffixes: fc.array(host, { maxLength: 1 }),
    })
    const urls = ['http', 'https'].flatMap((scheme) =>
      ['a.test', 'b.test', 'www.a.test', 'c.test'].flatMap((name) =>
        ['/', '/a/', '/a/b?c=d'].map((path) => `${scheme}://${name}${path}`),
      ),
    )
    fc.assert(
      fc.property(scopes, (parts) => {
        const scope = { ...EVERYWHERE, ...parts }
        fc.pre(compileScope(scope).kind === 'ok' && whyEmpty(scope) !== undefined)
        const filter = scopeFilter(scope)
        expect(urls.filter((url) => filter.whySkip(url, 1) === undefined)).toEqual([])
      }),
    )
  })
})
