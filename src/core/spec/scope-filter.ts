import { matchesGlob } from '../../lib/glob.ts'
import { splitUrl } from '../graph/address.ts'
import type { UrlPattern } from './scope-entries.ts'

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
  skips(url: string, depth: number): 'scope' | 'depth' | undefined {
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
