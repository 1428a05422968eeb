/** One record of a robots.txt, `name: value`. */
export interface RobotsLine {
  /** Counted from one, as in an editor. */
  line: number
  /** The name in lower case, its spelling corrected. */
  name: string
  value: string
  misspelt: boolean
  colon: boolean
}

const NAMES = [
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'request-rate',
  'visit-time',
  'content-signal',
]

/** RFC 9309 §2.3.1.5: whatever can be parsed must be used. These can mean only one thing. */
const MISSPELT = new Map([
  ...NAMES.flatMap((name) => [
    [name.replace('-', ''), name] as const,
    [name.replace('-', ' '), name] as const,
  ]),
  ['site-map', 'sitemap'],
  ...['dissallow', 'dissalow', 'disalow', 'disallaw', 'diasllow', 'desallow'].map(
    (name) => [name, 'disallow'] as const,
  ),
])

/** The records of a robots.txt, in order, without comments and lines that hold none. */
export function* readLines(text: string): Generator<RobotsLine> {
  const lines = withoutMark(text).split(/\r\n|[\r\n]/)
  for (const [index, line] of lines.entries()) {
    const hash = line.indexOf('#')
    const record = readRecord(hash === -1 ? line : line.slice(0, hash))
    if (record !== undefined) yield { line: index + 1, ...record }
  }
}

function readRecord(text: string): Omit<RobotsLine, 'line'> | undefined {
  const colon = text.indexOf(':')
  if (colon === -1) return readTwoWords(trim(text))
  const written = trim(text.slice(0, colon)).toLowerCase()
  return { ...nameOf(written), value: trim(text.slice(colon + 1)), colon: true }
}

/** `Disallow /private`: it has no colon, but can be nothing else. */
function readTwoWords(text: string): Omit<RobotsLine, 'line'> | undefined {
  const words = /^(\S+)[ \t]+(\S+)$/.exec(text)
  if (words === null) return undefined
  const [, written = '', value = ''] = words
  const { name, misspelt } = nameOf(written.toLowerCase())
  return NAMES.includes(name) ? { name, misspelt, value, colon: false } : undefined
}

function nameOf(written: string): { name: string; misspelt: boolean } {
  const name = NAMES.includes(written) ? written : (MISSPELT.get(written) ?? written)
  return { name, misspelt: name !== written }
}

/** Removes a byte order mark; decoding leaves U+FFFD of one that was cut short. */
function withoutMark(text: string): string {
  return /^[\uFEFF\uFFFD]/.test(text) ? text.slice(1) : text
}

/**
 * Removes white space and control characters at either end, as the URL standard trims a URL. Not
 * `String.trim`, which would take a byte order mark in mid-file for space.
 */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1
  return text.slice(start, end)
}

const SPACE = 0x20
