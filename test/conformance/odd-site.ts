import { answerHtml, answerText, answerWith, type DemoAnswer } from '../../demo/answer.ts'

/** Two hosts of one site, and a site beside it. */
export const ODD = 'http://www.odd.example'
const ODDER = 'http://odder.odd.example'
const ELSEWHERE = 'http://elsewhere.example'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

/** Compressed once and for all: runtimes compress differently. */
const PACKED = bytesOf(
  'H4sIAAAAAAAAA12PMQ7DMAwDv6J6LuoPKHpDh35AsZTaiGMbsZAivy+SoEsXDgSPIPEmNdjeFKItmfBQyFzeg9PiCKOyEFqyrPTkMKtA5o3RXxb6KzBW2QkbvaLCVnPgUqFxmDsk6ydxBy4CtSgsdf0PcY8wak+ikOyBvh1dyBBXnQbnRafMpuLoaAKLbPDhDj8fPdMJ+WuHP798AUfcgCLbAAAA',
)
const DEFLATED = bytesOf(
  'eJwlj7GOwzAMQ3+FzVzU+0H1dOt9BBurcRDXNmylRf/+4GTR8ESKlFxCme1bFdFeycuYSMzLfdI8eYnK4MVWS+p/9ZloGpD4prgTijsljxK+Xqr/4/Iiemxr3voVvSAU7bC4dlQuCj7KbiDmRtMG5oBPpGE1xJJC/0HfU417u4I9HvuSFYmb3sTVkSFEbPq8T65y3jRMfjSCjTMfjpxBxdEfBnd2c8eH/9JTUyk=',
)
const PACKED_SITEMAP = bytesOf(
  'H4sIAAAAAAAAA53PQQ6DIBCF4asYDsBou2qDeBYik0oyCGGmheObqot213T78n+LZ6YWqXth4ZDWUQ26V5M1z0KM0rVIK49qEcl3gFqr5iAYXWadygN4XjA6hnOEXt/Ubq2hNNsPlrzX2FzMhECBBT0MBt6Rgb3/EV3+QdcvBMc3uwHsccJA+QAAAA==',
)

const WORDS =
  'ash basalt caldera dome ejecta fumarole geyser hornito island kimberlite lahar'.split(' ')

const html = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const links = (...paths: string[]) =>
  paths.map((path) => `<p>A volcano near <a href="${path}">lava ${path}</a></p>`).join('')
const prose = (seed: number) =>
  `<p>${Array.from({ length: 40 }, (_, i) => WORDS[(seed * (i + 3) + i * i) % WORDS.length]).join(' ')}</p>`

const CHARSETS = ['windows-1252', 'windows-1251', 'iso-8859-7', 'koi8-r', 'macintosh', 'utf-16le']
  .concat([
    'shift_jis',
    'euc-jp',
    'iso-2022-jp',
    'gb18030',
    'gbk',
    'big5',
    'euc-kr',
    'x-user-defined',
  ])
  .concat(['windows-874', 'iso-8859-16', 'no-such-charset'])

/** Usual characters. Beyond them, Node's decoders of these three differ from all others. */
const USUAL: Record<string, number[]> = {
  shift_jis: [0x89, 0xce, 0x8e, 0x52],
  big5: [0xa4, 0xf5, 0xa4, 0x73],
  'euc-kr': [0xc8, 0xad, 0xbb, 0xea],
}
const EVERY_BYTE = Array.from({ length: 128 }, (_, i) => 0x80 + i)

/** All bytes that a text may have, with one link in between. */
const charsetPage = (charset: string, text = USUAL[charset] ?? EVERY_BYTE) => [
  ...latin(`<meta charset=${charset}><title>volcano `),
  ...text.slice(-96),
  ...latin('</title><p>lava '),
  ...text,
  ...latin(` volcano</p><a href="/entities?from=${charset}">`),
  ...text.slice(0, 40),
  ...latin(' lava</a>'),
]

const ANSWERS: Record<string, DemoAnswer> = {
  [`${ODD}/robots.txt`]: answerText(
    `user-agent: *\ncrawl-delay: 2\ndisallow: /closed\nallow: /closed/but\nsitemap: ${ODD}/sitemap.xml\n`,
  ),
  [`${ODD}/sitemap.xml`]: answerWith(
    'application/xml',
    `<sitemapindex><sitemap><loc>${ODD}/sitemap.xml.gz</loc></sitemap></sitemapindex>`,
  ),
  [`${ODD}/sitemap.xml.gz`]: answerWith('application/gzip', PACKED_SITEMAP),
  [`${ODD}/`]: answerHtml(
    html(
      'A volcano of odd pages',
      links(
        '/packed',
        '/deflated',
        '/moved/1',
        '/broken',
        '/entities',
        '/busy',
        '/twin/1',
        '/twin/2',
      ) +
        links('/closed/door', '/closed/but', '/trap?day=1', '/cut', '/large', '/loop', '/gone') +
        links(`${ODDER}/`, `${ELSEWHERE}/`, 'http://127.0.0.1/', 'http://[::ffff:7f00:1]/') +
        links(
          '/\u00fcml\u00e4ut',
          '/%7Euser',
          'HTTP://WWW.ODD.EXAMPLE:80/Case',
          '//xn--bcher-kva.example/',
        ) +
        links('http://b\u00fccher.example/\u2460', ...CHARSETS.map((name) => `/charset/${name}`)),
    ),
  ),
  [`${ODD}/packed`]: answerWith('text/html', PACKED, { headers: { 'content-encoding': 'gzip' } }),
  [`${ODD}/deflated`]: answerWith('text/html', DEFLATED, {
    headers: { 'content-encoding': 'deflate' },
  }),
  [`${ODD}/moved/1`]: answerText('', { status: 301, headers: { location: '/moved/2' } }),
  [`${ODD}/moved/2`]: answerText('', { status: 307, headers: { location: `${ODDER}/arrived` } }),
  [`${ODD}/loop`]: answerText('', { status: 302, headers: { location: '/loop' } }),
  [`${ODD}/gone`]: answerText('gone', { status: 410 }),
  [`${ODD}/broken`]: answerHtml(
    `<title>broken volcano<p>lava<table><a href=/twin/3>one<td><a href='/twin/4' rel=nofollow>two<svg><a href="/x">y` +
      `<select><option><b><i>volcano</b>volcano</i><p><math><annotation-xml encoding="text/html"><p><a href=/listed/9>n`,
  ),
  [`${ODD}/entities`]: answerHtml(
    html(
      'lava &amp; &eacute; &notit; &#x80; &#0; &#xD800; &#1114112; &NotEqualTilde;',
      '<a href="/x?a=1&copy=2&copy;&amp;b&#x3d;3">volcano</a><a href="/a b\tc\n">lava</a>',
    ),
  ),
  [`${ODD}/cut`]: answerHtml(html('cut', links('/twin/5')), { closeEarly: true }),
  [`${ODD}/large`]: answerHtml(html('large', prose(1).repeat(9_000))),
  [`${ODDER}/robots.txt`]: answerText('oops', { status: 503, headers: { 'retry-after': '120' } }),
  [`${ELSEWHERE}/`]: answerHtml(
    html('elsewhere', `<base href="/deep/er/">${links('page', '../up', '?q', '#here')}${prose(5)}`),
    { headers: { 'x-robots-tag': 'nofollow, noindex' } },
  ),
}

type OddAnswer = (url: URL, count: number) => DemoAnswer

const plainPage: OddAnswer = ({ pathname }) =>
  answerHtml(html(`${pathname} volcano`, prose(pathname.length) + links('/trap?day=9')))

/** What all pages of a folder answer. */
const FOLDERS: Record<string, OddAnswer> = {
  charset: ({ pathname }) =>
    answerWith('text/html', Uint8Array.from(charsetPage(pathname.split('/')[2]!))),
  busy: (_url, count) =>
    count < 3
      ? answerText('busy', { status: 429, headers: { 'retry-after': '7' } })
      : answerHtml(html('no longer busy volcano', prose(7))),
  twin: ({ pathname }) =>
    answerHtml(html('twin volcano', prose(11) + (pathname === '/twin/2' ? '<p>lava</p>' : ''))),
  trap({ searchParams }) {
    const day = Number(searchParams.get('day'))
    return answerHtml(html(`day ${day}`, links(`/trap?day=${day + 1}`, `/trap?day=${day + 2}`)))
  },
  listed: plainPage,
  closed: plainPage,
  deep: plainPage,
}

/** Answers the `count`-th request for a URL; undefined for a connection that fails. */
export function answerOddly(address: string, count: number): DemoAnswer | undefined {
  const url = new URL(address)
  const answer = FOLDERS[url.pathname.split('/')[1]!]
  if (ANSWERS[address] ?? answer) return ANSWERS[address] ?? answer?.(url, count)
  return url.origin === ODD ? answerHtml(html('nothing', ''), { status: 404 }) : undefined
}
