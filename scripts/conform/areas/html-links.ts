import { isDeepStrictEqual } from 'node:util'
import { decodeBody } from '../../../src/standards/charset/charset.ts'
import { documentBase } from '../../../src/crawl/page/page-links.ts'
import type { Element } from '../../../src/standards/html/element.ts'
import { names } from '../../../src/standards/html/text.ts'
import { tokenise } from '../../../src/standards/html/tokenizer.ts'
import { readHtml } from '../../../src/standards/html/tree-builder.ts'
import { parseRefresh } from '../../../src/crawl/page/page-facts.ts'
import { parsePage } from '../../../src/crawl/page/parse-page.ts'
import { srcsetUrls } from '../readers/srcset.ts'
import { normaliseUrl, parseUrl } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'

interface LinksCase {
  kind: string
  baseUrl: string
  html?: string
  htmlBase64?: string
  charset?: string
  links: string[]
  unique?: boolean
  nofollow?: string[]
  respectNofollow?: boolean
  /** The elements in question, if not `a` and `area`. */
  tags?: unknown[]
  options?: PeerOptions
  anchors: string[]
  urls: Url[]
  documentBase: string
  documentBaseWhatwg?: string
  content?: string
  refresh: { seconds: number; url: string | null } | null
  srcset: string
  candidate: string
}

/** Which links of a page the peer was configured to return. */
interface PeerOptions {
  allow?: string | string[]
  deny?: string | string[]
  allow_domains?: string | string[]
  deny_domains?: string | string[]
  deny_extensions?: string | string[]
  tags?: string | string[]
  attrs?: string | string[]
}

interface Url {
  tag: string
  attr: string
  value: string
  inert?: boolean
}

export const check: Check = (vector) => {
  const testCase = vector as unknown as LinksCase
  return CHECKS[testCase.kind]?.(testCase) ?? false
}

const CHECKS: Record<string, (testCase: LinksCase) => boolean> = {
  links: hasLinks,
  base: hasBase,
  refresh: hasRefresh,
  srcset: ({ srcset, candidate }) => (srcsetUrls(srcset)[0] ?? '') === candidate,
  attributes: (testCase) => isDeepStrictEqual(tagsOf(htmlOf(testCase)), testCase.tags),
  anchors: (testCase) => isDeepStrictEqual(anchorsOf(htmlOf(testCase)), testCase.anchors),
  'tree-urls': (testCase) => isDeepStrictEqual(urlsOf(htmlOf(testCase)), testCase.urls),
}

/** The attributes of HTML that hold one address (HTML, index of attributes). */
const URL_ATTRIBUTES: Record<string, string[]> = {
  a: ['href'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['src'],
  iframe: ['src'],
  img: ['src'],
  input: ['src', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['data'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  track: ['src'],
  video: ['src', 'poster'],
}

function htmlOf({ html = '', htmlBase64, charset }: LinksCase): string {
  if (htmlBase64 === undefined) return html
  const type = charset === undefined ? null : `text/html; charset=${charset}`
  return decodeBody(Buffer.from(htmlBase64, 'base64'), type)
}

function elementsOf(html: string, noted: ReadonlySet<string>): Element[] {
  return readHtml(html, {
    noted,
    opened: ignore,
    closed: ignore,
    characters: ignore,
    root: ignore,
  })
}

function ignore(): void {}

function tagsOf(html: string): unknown[] {
  const tags: unknown[] = []
  tokenise(html, {
    hasCdata: false,
    doctype: ignore,
    startTag: ({ name, attributes }) => {
      tags.push({ tag: name, attrs: Object.fromEntries(attributes.toMap()) })
      return 'data'
    },
    endTag: ignore,
    text: ignore,
  })
  return tags
}

function anchorsOf(html: string): string[] {
  return elementsOf(html, names('a area'))
    .filter(({ isInert }) => !isInert)
    .map(({ attributes }) => attributes.get('href'))
    .filter((href) => href !== undefined)
}

function urlsOf(html: string): Url[] {
  const noted = elementsOf(html, new Set(Object.keys(URL_ATTRIBUTES)))
  return noted.flatMap(({ name, attributes, isInert }) =>
    URL_ATTRIBUTES[name]!.filter((attr) => attributes.has(attr)).map((attr) => ({
      tag: name,
      attr,
      value: attributes.get(attr)!,
      ...(isInert ? { inert: true } : {}),
    })),
  )
}

/** The product's links are pages: fragments, and links to the page itself, do not count. */
function hasLinks(testCase: LinksCase): boolean {
  const page = normaliseUrl(testCase.baseUrl)
  const expected = testCase.links.map((url) => normaliseUrl(url)).filter((url) => url !== page)
  if (!isDeepStrictEqual(once(linksOf(testCase), testCase), once(expected, testCase))) return false
  if (testCase.nofollow === undefined) return true
  const nofollow = parsePage(htmlOf(testCase), testCase.baseUrl).links.filter(({ rel }) =>
    rel.includes('nofollow'),
  )
  return isDeepStrictEqual(
    nofollow.map(({ url }) => url),
    testCase.nofollow,
  )
}

function linksOf(testCase: LinksCase): string[] {
  const { options = {}, baseUrl, tags = ['a', 'area'], respectNofollow = false } = testCase
  const html = htmlOf(testCase)
  const urls =
    options.tags === undefined && options.attrs === undefined
      ? parsePage(html, baseUrl)
          .links.filter(({ source }) => tags.includes(source))
          .filter(({ rel }) => !respectNofollow || !rel.includes('nofollow'))
          .map(({ url }) => url)
      : valuesOf(html, baseUrl, options)
  return urls.filter((url) => isWanted(url, options))
}

/** The links in the elements and attributes that the peer was configured for. */
function valuesOf(html: string, baseUrl: string, options: PeerOptions): string[] {
  const { tags = ['a', 'area'], attrs = ['href'] } = options
  const base = documentBase(elementsOf(html, names('base')), baseUrl)
  return elementsOf(html, new Set([tags].flat()))
    .filter(({ isRepeated }) => !isRepeated)
    .flatMap(({ attributes }) => [attrs].flat().map((attr) => attributes.get(attr)))
    .map((value) => (value === undefined ? undefined : normaliseUrl(value, base)))
    .filter((url) => url !== undefined)
}

function isWanted(url: string, options: PeerOptions): boolean {
  const { pathname, hostname } = new URL(url)
  const fits = (patterns: string | string[]) =>
    [patterns].flat().some((pattern) => new RegExp(pattern).test(url))
  const isOn = (domains: string | string[]) =>
    [domains].flat().some((domain) => `.${hostname}`.endsWith(`.${domain}`))
  const { allow = '', deny = [], deny_extensions: endings = [] } = options
  const { allow_domains: allowed = hostname, deny_domains: denied = [] } = options
  if ([endings].flat().some((ending) => pathname.endsWith(`.${ending}`))) return false
  return fits(allow) && !fits(deny) && isOn(allowed) && !isOn(denied)
}

function hasBase(testCase: LinksCase): boolean {
  const { baseUrl, links } = testCase
  const base = documentBase(elementsOf(htmlOf(testCase), names('base')), baseUrl)
  const expected = testCase.documentBaseWhatwg ?? testCase.documentBase
  const isBase = parseUrl(base)?.href === parseUrl(expected)?.href
  return isBase && (links === undefined || hasLinks(testCase))
}

function hasRefresh(testCase: LinksCase): boolean {
  const { content, baseUrl, refresh } = testCase
  const found =
    content === undefined ? parsePage(htmlOf(testCase), baseUrl).refresh : parseRefresh(content)
  if (found === undefined || refresh === null) return found === undefined && refresh === null
  return found.seconds === refresh.seconds && target(found.url) === target(refresh.url)

  function target(url: string | null | undefined): string | undefined {
    return url === null || url === undefined ? undefined : parseUrl(url, baseUrl)?.href
  }
}

function once<Item>(items: Item[], { unique = false }: LinksCase): Item[] {
  return unique ? [...new Set(items)] : items
}
