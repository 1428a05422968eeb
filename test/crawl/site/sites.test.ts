import { expect, test } from 'vitest'
import { siteNameOf } from '../../../src/crawl/site/sites.ts'

test.each([
  ['https://a.b.dowser.org/x', 'dowser.org'],
  ['http://127.0.0.1/', '127.0.0.1'],
  ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
  ['http://[::1]/', '[::1]'],
  ['https://github.io/', 'github.io'],
  ['http://localhost/', 'localhost'],
])('the site of %s is %s', (url, site) => {
  expect(siteNameOf(url)).toBe(site)
})
