import { matchesGlob } from '../../lib/glob.ts'
import { splitUrl } from '../graph/split-url.ts'
import {
  compileHost,
  compileLanguage,
  compilePattern,
  compileSuffix,
  type CompiledEntry,
  type UrlPattern,
} from './scope-entries.ts'
import type { Scope } from './scope.ts'

interface ScopeParts {
  include: readonly UrlPattern[]
  exclude: readonly UrlPattern[]
  hosts: ReadonlySet<string>
  /** Each begins with a dot. */
  suffixes: readonly string[]
  languages: readonly string[]
  maxDepth: number
}

/** A compiled scope. Each question costs a walk over the URL for each pattern. */
export class ScopeFilter {
  readonly #parts: ScopeParts

  constructor(parts: ScopeParts) {
    this.#parts = parts
  }

  /** Why a normalised URL is skipped; undefined where it is not. */
  whySkip(url: string, depth: number): 'scope' | 'depth' | undefined {
    const { include, exclude, maxDepth } = this.#parts
    const address = splitAddress(url)
    if (!this.#hasHost(address.host)) return 'scope'
    if (include.length > 0 && !include.some((pattern) => matches(pattern, address))) return 'scope'
    if (exclude.some((pattern) => matches(pattern, address))) return 'scope'
    return depth > maxDepth ? 'depth' : undefined
  }

  /** Whether any page of an origin may be in scope. */
  reaches(origin: string): boolean {
    return this.#hasHost(origin.slice(origin.indexOf('//') + 2))
  }

  /** Whether a page in this language is wanted. A page that states none is. */
  wants(language: string | undefined): boolean {
    const { languages } = this.#parts
    if (language === undefined || language === '' || languages.length === 0) return true
    // RFC 4647 §3.3.1: a range also matches tags that continue after it.
    const tag = `${language.toLowerCase().replaceAll('_', '-')}-`
    return languages.some((range) => tag.startsWith(`${range}-`))
  }

  #hasHost(host: string): boolean {
    const { hosts, suffixes } = this.#parts
    if (hosts.size === 0 && suffixes.length === 0) return true
    const name = host.replace(/:\d+$/, '')
    return hosts.has(name) || hosts.has(host) || suffixes.some((end) => `.${name}`.endsWith(end))
  }
}

interface UrlParts {
  origin: string
  scheme: string
  /** The port is part of it, if there is one. */
  host: string
  path: string
  /** Path and query. */
  full: string
}

function splitAddress(url: string): UrlParts {
  const { origin, path: full } = splitUrl(url)
  const colon = origin.indexOf(':')
  const query = full.indexOf('?')
  return {
    origin,
    scheme: origin.slice(0, colon),
    host: origin.slice(colon + 3),
    path: query === -1 ? full : full.slice(0, query),
    full,
  }
}

function matches({ scheme, host, path, isWhole, hasQuery }: UrlPattern, url: UrlParts): boolean {
  if (scheme !== undefined && scheme !== url.scheme) return false
  if (host !== undefined && !matchesGlob(host, url.host)) return false
  const text = hasQuery ? url.full : url.path
  return matchesGlob(path, isWhole ? url.origin + text : text)
}

/** What is wrong with one entry of a scope. */
interface ScopeProblem {
  field: 'include' | 'exclude' | 'hosts' | 'suffixes' | 'languages' | 'maxDepth'
  entry: string
  problem: string
}

type ListField = Exclude<ScopeProblem['field'], 'maxDepth'>

/** Every link is matched against every entry. */
const MAX_ENTRIES = 200

export function compileScope(
  scope: Scope,
): { kind: 'ok'; value: ScopeFilter } | { kind: 'bad'; problems: ScopeProblem[] } {
  const problems: ScopeProblem[] = []
  const compile = <T>(field: ListField, compileOne: (entry: string) => CompiledEntry<T>): T[] =>
    compileEntries(field, scope[field], compileOne, problems)
  const parts = {
    include: compile('include', compilePattern),
    exclude: compile('exclude', compilePattern),
    hosts: new Set(compile('hosts', compileHost)),
    suffixes: compile('suffixes', compileSuffix),
    languages: compile('languages', compileLanguage),
    maxDepth: scope.maxDepth ?? Infinity,
  }
  if (!(parts.maxDepth >= 0)) {
    problems.push({ field: 'maxDepth', entry: String(scope.maxDepth), problem: 'is below zero' })
  }
  if (problems.length > 0) return { kind: 'bad', problems }
  return { kind: 'ok', value: new ScopeFilter(parts) }
}

/** Compiles a scope that was checked when it was given. */
export function scopeFilter(scope: Scope): ScopeFilter {
  const compiled = compileScope(scope)
  if (compiled.kind === 'bad') throw new Error(`a scope with ${compiled.problems[0]!.problem}`)
  return compiled.value
}

/** The entries that are good; what is wrong with the others is added to `problems`. */
function compileEntries<T>(
  field: ListField,
  entries: readonly string[],
  compileOne: (entry: string) => CompiledEntry<T>,
  problems: ScopeProblem[],
): T[] {
  const compiled: T[] = []
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const result = compileOne(entry)
    if (result.kind === 'ok') compiled.push(result.value)
    else problems.push({ field, entry, problem: result.problem })
  }
  const surplus = entries[MAX_ENTRIES]
  if (surplus !== undefined) {
    const problem = `is one more than the ${MAX_ENTRIES} there may be`
    problems.push({ field, entry: surplus, problem })
  }
  return compiled
}

/** Why a scope lets no link in, where that can be told without the web, and what to do. */
interface EmptyScope {
  field: 'include' | 'exclude'
  why: string
}

/** Matches every URL; two stars mean the same as one. */
const EVERYTHING = /^(?:\/\*+|\*+(?:\/\*+)?|\*+:\/\/\*+(?:\/\*+)?)$/
/** A pattern that names its host in full: `a.test/docs/*`, `https://a.test:8080/`. */
const ONE_HOST = /^(?:https?:\/\/)?([^/*]+)\//i

/** The entries of the scope must be good. A `maxDepth` of 0 means the seeds alone: that is not empty. */
export function whyEmpty(scope: Scope): EmptyScope | undefined {
  const all = scope.exclude.find((pattern) => EVERYTHING.test(pattern))
  if (all !== undefined) {
    const why = `"${all}" excludes every link; leave it out, or set maxDepth to 0 to fetch the seeds alone`
    return { field: 'exclude', why }
  }
  const { include } = scope
  if (include.length === 0) return undefined
  if (include.every((pattern) => scope.exclude.includes(pattern))) {
    const why = 'each of these patterns is excluded as well; take it from one of the two lists'
    return { field: 'include', why }
  }
  if (!include.every(isBeyondHosts(scope))) return undefined
  const why =
    'none of these patterns is on one of the hosts or suffixes; add their hosts, or leave hosts and suffixes out'
  return { field: 'include', why }
}

/** Known only for patterns that name their host in full. */
function isBeyondHosts(scope: Scope): (pattern: string) => boolean {
  const filter = scopeFilter(scope)
  return (pattern) => {
    const host = ONE_HOST.exec(pattern)?.[1]
    return host !== undefined && !filter.reaches(`https://${host.toLowerCase()}`)
  }
}
