import { compileGlob, type Glob } from '../../lib/glob.ts'

// How the entries of a scope are read: URL patterns, hosts, suffixes and languages.

/** A compiled entry, or what is wrong with it, in words that follow its quotation. */
export type CompiledEntry<T> = { kind: 'ok'; value: T } | { kind: 'bad'; problem: string }

function ok<T>(value: T): CompiledEntry<T> {
  return { kind: 'ok', value }
}

function bad<T>(problem: string): CompiledEntry<T> {
  return { kind: 'bad', problem }
}

// A URL pattern is one of
//   /docs/*                  a path, on any host
//   a.test/docs/*            a host and a path; also *.a.test/*
//   https://a.test/docs/*    both, after a scheme
//   *.pdf, */private/*       the whole URL, where it starts with a star otherwise
// A star stands for any characters, slashes too, and two mean the same; every other character
// stands for itself. The whole URL must match. A pattern without `?` ignores the query.

export interface UrlPattern {
  scheme: string | undefined
  host: Glob | undefined
  /** Matches the path, or the whole URL where `isWhole`. */
  path: Glob
  isWhole: boolean
  hasQuery: boolean
}

/** More than the longest URL that is accepted has. */
const MAX_CHARACTERS = 2_000

/** Stars stand for the labels below a domain. */
const STARTS_WITH_HOST = /^\*+\.[\w-]+(?:\.[\w-]+)*(?::[\d*]+)?\//
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/]*)(.*)$/is

/** What no normal URL contains, so that a pattern with it would never match. */
const IMPOSSIBLE: readonly [sign: RegExp, problem: string][] = [
  [/^$/, 'is empty'],
  [/\s/, 'has white space in it; in a URL it is written %20'],
  [/#/, 'has a fragment, the part after "#", which no URL of a node has'],
  [/[{}]/, 'has braces; write one pattern for each choice'],
  [/\\/, 'has a backslash, which escapes nothing; in a URL it is written %5C'],
  [new RegExp(`^.{${MAX_CHARACTERS + 1}}`, 's'), `has more than ${MAX_CHARACTERS} characters`],
]

export function compilePattern(text: string): CompiledEntry<UrlPattern> {
  const found = IMPOSSIBLE.find(([sign]) => sign.test(text))
  if (found !== undefined) return bad(found[1])
  if (text.startsWith('*') && !STARTS_WITH_HOST.test(text)) {
    return ok({ ...pathPattern(text), isWhole: true })
  }
  const [, scheme, host = '', path = ''] = PARTS.exec(text) ?? []
  const problem = schemeProblem(scheme) ?? patternHostProblem(host, scheme)
  if (problem !== undefined) return bad(problem)
  if (path === '') return bad(`has no slash: write "${text}/*" for a host or "*${text}" for an end`)
  return ok({
    ...pathPattern(path),
    scheme: scheme?.toLowerCase(),
    host: host === '' ? undefined : compileGlob(host.toLowerCase()),
  })
}

function pathPattern(path: string): UrlPattern {
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

function patternHostProblem(host: string, scheme: string | undefined): string | undefined {
  if (host === '') return scheme === undefined ? undefined : 'has no host after its scheme'
  if (/[^\x21-\x7e]/.test(host)) return 'has a host that is not ASCII; write it as xn--…'
  return /[?@]/.test(host) ? `has "${host}" for a host, which none can be called` : undefined
}

/** Escapes as a normal URL has them: in capitals, and only where one is needed. */
function normalised(path: string): string {
  return path.replace(/%[\da-f]{2}|[^\x21-\x7e]+/gi, (piece) => {
    if (!piece.startsWith('%')) return encodeURIComponent(piece.toWellFormed())
    const char = String.fromCharCode(Number.parseInt(piece.slice(1), 16))
    return /[\w.~-]/.test(char) ? char : piece.toUpperCase()
  })
}

/** A host's name or address, with a port or without. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/

export function compileHost(text: string): CompiledEntry<string> {
  const host = text.toLowerCase()
  return HOST.test(host) ? ok(host) : bad(hostProblem(host))
}

/** The result begins with a dot, so that `a.test` is not the end of `banana.test`. */
export function compileSuffix(text: string): CompiledEntry<string> {
  const domain = text.toLowerCase().replace(/^\*?\./, '')
  if (!HOST.test(domain)) return bad(hostProblem(domain))
  return domain.includes(':') ? bad('has a port, which a domain has not') : ok(`.${domain}`)
}

export function compileLanguage(text: string): CompiledEntry<string> {
  const language = text.toLowerCase().replaceAll('_', '-')
  if (LANGUAGE.test(language)) return ok(language)
  return bad('is not a language tag, such as "en" or "pt-BR"')
}

function hostProblem(host: string): string {
  if (host === '') return 'is empty'
  if (/\s/.test(host)) return 'has white space in it'
  if (/[^\x21-\x7e]/.test(host)) return 'is not ASCII; write it as xn--…'
  if (host.includes('/')) return 'is more than a host; leave out the scheme and the path'
  if (host.includes('*')) return 'has a star; a domain with all below it is a suffix'
  return 'is not the name of a host'
}
