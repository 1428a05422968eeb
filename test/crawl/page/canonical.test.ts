import { describe, expect, test } from 'vitest'
import { acceptCanonical } from '../../../src/crawl/page/canonical.ts'

const SITE = 'https://www.a.test'
const judge = (url: string, canonical: string) =>
  acceptCanonical(new URL(canonical, SITE).href, new URL(url, SITE).href) !== undefined

describe('the address a page wants to be known by is believed', () => {
  test.each([
    ['/shoe?colour=red', '/shoe'],
    ['/shoe?session=1', 'https://a.test/shoe'],
    ['http://www.a.test/shoe', 'https://www.a.test/shoe'],
    ['/story/amp', '/story'],
    ['/story/print', '/story/'],
    ['/docs/install', '/docs/stable/install'],
    ['/story/', '/story'],
    ['/index.html', '/'],
    ['/?from=mail', '/'],
    ['/docs/index.html', '/docs/'],
    ['/list?page=2&sort=up', '/list?page=2'],
  ])('of %s that it is %s', (url, canonical) => {
    expect(judge(url, canonical)).toBe(true)
  })
})

describe('on a host that many share, a page is not believed to be a neighbour', () => {
  test.each([
    ['/~alice/~bob/post', '/~bob/post'],
    ['/users/alice/bob', '/users/bob'],
    ['/users/alice/bob/post', '/users/bob/post'],
    ['/users/alice', '/users/'],
    ['/bob/amp', '/~bob'],
    ['/bob', '/bob/post'],
    ['/show?user=alice', '/show?user=bob'],
  ])('%s as %s', (url, canonical) => {
    expect(judge(url, canonical)).toBe(false)
  })
})

describe('it is taken for a mistake', () => {
  test.each([
    ['/shoe', '/shoe'],
    ['/shoe', '/'],
    ['/shoe', '/hat'],
    ['/shoe', 'https://b.test/shoe'],
    ['/shoe', 'https://shop.a.test/shoe'],
    ['/shoe', 'https://www.a.test:8443/shoe'],
    ['/shop/shoes/shoe-7', '/shoe-7'],
    ['/shop/shoe-7', '/shop/'],
    ['/list?page=2', '/list'],
    ['/blog/page/2', '/blog'],
  ])('of %s that it is %s', (url, canonical) => {
    expect(judge(url, canonical)).toBe(false)
  })

  test('where there is none', () => {
    expect(acceptCanonical(undefined, SITE)).toBeUndefined()
  })
})
