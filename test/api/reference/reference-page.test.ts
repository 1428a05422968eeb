import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../../src/api/http/error-codes.ts'
import { openApi } from '../../../src/api/description/openapi.ts'
import { referencePage } from '../../../src/api/reference/reference-page.ts'
import { ROUTES } from '../../../src/api/routes.ts'
import { errorsOf } from '../../../src/api/description/error-responses.ts'

const description = openApi(ROUTES)

interface Read {
  text: string
  tags: Set<string>
  ids: string[]
  links: string[]
  attributes: Set<string>
}

/** The page as a browser sees it. */
function read(page: string): Read {
  const seen: Read = { text: '', tags: new Set(), ids: [], links: [], attributes: new Set() }
  const parser = new Parser({
    ontext: (text) => (seen.text += text),
    onopentag(name, attributes) {
      seen.tags.add(name)
      for (const attribute of Object.keys(attributes)) seen.attributes.add(attribute)
      if (attributes['id'] !== undefined) seen.ids.push(attributes['id'])
      if (attributes['href'] !== undefined) seen.links.push(attributes['href'])
    },
  })
  parser.end(page)
  return seen
}

const page = referencePage(description, 'https://dowser.test')

describe('the reference page', () => {
  const { text, tags, ids, links, attributes } = read(page)

  test.each(ROUTES)('tells of $method $path', (route) => {
    expect(text).toContain(route.path)
    expect(text).toContain(route.summary.replaceAll('`', ''))
    for (const code of errorsOf(route))
      expect(text).toContain(ERRORS[code].when.replaceAll('`', ''))
  })

  test('has a command for each operation', () => {
    expect(text.match(/curl/g)!.length).toBeGreaterThanOrEqual(ROUTES.length)
    expect(text).toContain(`-d '{"name":"Volcanoes"`)
    expect(text).toContain(`'https://dowser.test/v1/campaigns'`)
    expect(text).toMatch(/explain\?url=https%3A%2F%2Fexample\.org%2Fabout'/)
    expect(text).toMatch(/events' \\\n.* \\\n +-N/)
  })

  test('links to nothing that is not there', () => {
    const inside = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1))
    expect(inside.length).toBeGreaterThan(ROUTES.length)
    for (const id of inside) expect(ids).toContain(id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('loads nothing from elsewhere, and runs nothing', () => {
    for (const tag of ['script', 'style', 'iframe', 'form', 'object'])
      expect(tags).not.toContain(tag)
    for (const name of attributes) expect(name).not.toMatch(/^on|^style$/)
    for (const link of links) expect(link).toMatch(/^[#/]/)
  })

  test('names limits and defaults in words', () => {
    expect(text).toMatch(/1 to 10,000,000/)
    expect(text).toMatch(/"fifo" by default/)
    expect(text).not.toMatch(/9,007,199,254,740,991|\[object Object\]|undefined/)
  })
})

test('whatever a description says stays text', () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`
  const poisoned = JSON.parse(JSON.stringify(description), (key, value: unknown) =>
    typeof value === 'string' && ['description', 'summary', 'title', 'default'].includes(key)
      ? hostile
      : value,
  ) as object
  const { tags, attributes, text } = read(referencePage(poisoned, `https://${hostile}`))
  const own = read(page)
  for (const tag of tags) expect(own.tags).toContain(tag)
  for (const name of attributes) expect(own.attributes).toContain(name)
  expect(text).toContain(hostile)
})
