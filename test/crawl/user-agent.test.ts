import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentFault, outgoingUserAgent } from '../../src/crawl/user-agent.ts'

test.each([
  'YourBot/1.0 (+https://your.site/bot)',
  'Bot2/1.0 (bots@your.site)',
  'Mozilla/5.0 (compatible; YourBot/1.0; +http://your.site/bot)',
  'your-bot http://your.site',
])('%j says who crawls', (userAgent) => {
  expect(agentFault(userAgent)).toBeUndefined()
  expect(outgoingUserAgent(userAgent)).toBe(userAgent)
})

test.each([
  [undefined, 'unsendable'],
  ['', 'unsendable'],
  ['Böt/1.0 (+https://your.site/)', 'unsendable'],
  ['YourBot/1.0\r\nX-Odd: (+https://your.site/)', 'unsendable'],
  [`YourBot/1.0 (+https://your.site/${'x'.repeat(500)})`, 'unsendable'],
  ['(+https://your.site/bot)', 'no_name'],
  ['*', 'no_name'],
  ['12/3 (+https://your.site/bot)', 'no_name'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'a_browser'],
  ['mozilla', 'a_browser'],
])('%j cannot be sent, and is not: %s', (userAgent, fault) => {
  expect(agentFault(userAgent)).toBe(fault)
  expect(outgoingUserAgent(userAgent)).toBe('Dowser')
})

test('the one that wrangler.toml comes with names nobody, and is sent all the same', () => {
  const settings = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8')
  const userAgent = /^USER_AGENT = "(.*)"$/m.exec(settings)![1]!
  expect(agentFault(userAgent)).toBe('no_contact')
  expect(outgoingUserAgent(userAgent)).toBe(userAgent)
})

test('what is sent is a header, whatever was set', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      expect(new Headers({ 'user-agent': outgoingUserAgent(any) }).get('user-agent')).toMatch(
        /[a-z]/i,
      )
    }),
  )
})
