import { describe, expect, test } from 'vitest'
import { believable } from '../../src/web/page/canonical.ts'

const SITE = 'https://www.a.test'
const judge = (url: string, canonical: string) =>
  believable(new URL(canonical, SITE).href, new URL(url, SITE).href) !== undefined

describe('the address a page wants to be known by is believed', () => {
  test.each([
    ['/shoe?colour=red', '/shoe'],
    ['/shoe?session=1', 'https://shop.a.test/shoe'],
    ['/shop/shoes/shoe-7', '/shoe-7'],
    ['/story/amp', '/story'],
    ['/story/', '/story'],
    ['/index.html', '/'],
    ['/?from=mail', '/'],
    ['/docs/index.html', '/docs/'],
    ['/list?page=2&sort=up', '/list?page=2'],
  ])('of %s that it is %s', (url, canonical) => {
    expect(judge(url, canonical)).toBe(true)
  })
})

describe('it is taken for a mistake', () => {
  test.each([
    ['/shoe', '/shoe'],
    ['/shoe', '/'],
    ['/shoe', '/hat'],
    ['/shoe', 'https://b.test/shoe'],
    ['/list?page=2', '/list'],
    ['/blog/page/2', '/blog'],
  ])('of %s that it is %s', (url, canonical) => {
    expect(judge(url, canonical)).toBe(false)
  })

  test('where there is none', () => {
    expect(believable(undefined, SITE)).toBeUndefined()
  })
})
