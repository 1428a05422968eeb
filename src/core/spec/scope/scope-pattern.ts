import { compileGlob, type Glob } from '../../../lib/glob.ts'
import { bad, good, type Compiled } from './scope-entry.ts'

// A glob over URLs is one of
//   /docs/*                  a path, on any host
//   a.test/docs/*            a host and a path; also *.a.test/*
//   https://a.test/docs/*    both, after a scheme
//   *.pdf, */private/*       the whole URL, where it starts with a star otherwise
// A star stands for any characters, slashes too, and two for the same; every other character
// stands for itself. All of it must fit. A pattern without `?` leaves the query out of account.

export interface UrlPattern {
  scheme: string | undefined
  host: Glob | undefined
  /** Or of the whole URL. */
  path: Glob
  isWhole: boolean
  hasQuery: boolean
}

/** Longer than the longest URL that is taken. */
const MAX_CHARACTERS = 2_000

/** Stars for the labels below a domain. */
const STARTS_WITH_HOST = /^\*+\.[\w-]+(?:\.[\w-]+)*(?::[\d*]+)?\//
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/]*)(.*)$/is

/** What stands in no normal URL, so that a pattern with it would never fit. */
const IMPOSSIBLE: readonly [sign: RegExp, problem: string][] = [
  [/^$/, 'is empty'],
  [/\s/, 'has white space in it; in a URL it is written %20'],
  [/#/, 'has a fragment, the part after "#", which no URL of a node has'],
  [/[{}]/, 'has braces; write one pattern for each choice'],
  [/\\/, 'has a backslash, which escapes nothing; in a URL it is written %5C'],
  [new RegExp(`^.{${MAX_CHARACTERS + 1}}`, 's'), `has more than ${MAX_CHARACTERS} characters`],
]

export function compilePattern(text: string): Compiled<UrlPattern> {
  const found = IMPOSSIBLE.find(([sign]) => sign.test(text))
  if (found !== undefined) return bad(found[1])
  if (text.startsWith('*') && !STARTS_WITH_HOST.test(text)) {
    return good({ ...patternOf(text), isWhole: true })
  }
  const [, scheme, host = '', path = ''] = PARTS.exec(text) ?? []
  const problem = schemeProblem(scheme) ?? hostProblem(host, scheme)
  if (problem !== undefined) return bad(problem)
  if (path === '') return bad(`has no slash: write "${text}/*" for a host or "*${text}" for an end`)
  return good({
    ...patternOf(path),
    scheme: scheme?.toLowerCase(),
    host: host === '' ? undefined : compileGlob(host.toLowerCase()),
  })
}

function patternOf(path: string): UrlPattern {
  return {
    scheme: undefined,
    host: undefined,
    path: compileGlob(normalised(path)),
    isWhole: false,
    hasQuery: path.includes('?'),
  }
}

function schemeProblem(scheme: string | undefined): string | undefined {
  if (scheme === undefined || /^https?$/i.test(scheme)) return undefined
  return `has the scheme "${scheme}"; only http and https are crawled`
}

function hostProblem(host: string, scheme: string | undefined): string | undefined {
  if (host === '') return scheme === undefined ? undefined : 'has no host after its scheme'
  if (/[^\x21-\x7e]/.test(host)) return 'has a host that is not ASCII; write it as xn--…'
  return /[?@]/.test(host) ? `has "${host}" for a host, which none can be called` : undefined
}

/** As it stands in a URL in normal form: escapes in capitals, and only where there must be one. */
function normalised(path: string): string {
  return path.replace(/%[\da-f]{2}|[^\x21-\x7e]+/gi, (piece) => {
    if (!piece.startsWith('%')) return encodeURIComponent(piece.toWellFormed())
    const char = String.fromCharCode(Number.parseInt(piece.slice(1), 16))
    return /[\w.~-]/.test(char) ? char : piece.toUpperCase()
  })
}
