import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registrableDomain } from '../../../src/standards/url/registrable-domain.ts'

describe('the registrable domain', () => {
  test.each([
    ['dowser.org', 'dowser.org'],
    ['a.b.dowser.org', 'dowser.org'],
    ['News.BBC.co.uk', 'bbc.co.uk'],
    ['dowser.org.', 'dowser.org'],
    ['www.xn--fiqs8s.xn--fiqs8s', 'xn--fiqs8s.xn--fiqs8s'],
    // A rule with an asterisk, and the exception to it.
    ['a.b.c.ck', 'b.c.ck'],
    ['x.city.kawasaki.jp', 'city.kawasaki.jp'],
    // A top level that is on no list.
    ['www.a.test', 'a.test'],
  ])('of %s is %s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain)
  })

  test.each([
    ['www.dowser.github.io', 'dowser.github.io', 'github.io'],
    ['a.dowser.co.com', 'dowser.co.com', 'co.com'],
  ])('of %s is %s, or %s to a registry', (host, domain, registered) => {
    expect(registrableDomain(host)).toBe(domain)
    expect(registrableDomain(host, 'registries')).toBe(registered)
  })

  test.each([
    ...'com co.uk github.io localhost . .. 127.0.0.1 [::1] ::1'.split(' '),
    ...'.dowser.org a..org dowser.org..'.split(' '),
    `${'x'.repeat(64)}.org`,
    `${'x.'.repeat(130)}org`,
    '',
  ])('of %j is none', (host) => {
    expect(registrableDomain(host)).toBeUndefined()
  })

  test('never throws, whatever the host', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (host) => {
        registrableDomain(host)
      }),
    )
    expect(registrableDomain('a.'.repeat(500_000))).toBeUndefined()
  })

  test('is the same for every name below it, and ends each of them', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
    const suffix = fc.constantFrom('com', 'co.uk', 'ck', 'github.io', 'kawasaki.jp', 'test')
    fc.assert(
      fc.property(fc.array(label, { minLength: 4, maxLength: 6 }), suffix, (labels, end) => {
        const host = [...labels, end].join('.')
        const domain = registrableDomain(host)!
        expect(host.endsWith(`.${domain}`)).toBe(true)
        expect(registrableDomain(`any.${host}`)).toBe(domain)
        expect(registrableDomain(domain)).toBe(domain)
      }),
    )
  })
})
