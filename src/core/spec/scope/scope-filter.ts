import { matchesGlob } from '../../../lib/glob.ts'
import { splitUrl } from '../../graph/address.ts'
import type { UrlPattern } from './scope-pattern.ts'

interface ScopeParts {
  include: readonly UrlPattern[]
  exclude: readonly UrlPattern[]
  hosts: ReadonlySet<string>
  /** With a dot in front. */
  suffixes: readonly string[]
  languages: readonly string[]
  maxDepth: number
}

/** A scope, ready to be asked. Costs a walk over the URL for each pattern. */
export class ScopeFilter {
  readonly #parts: ScopeParts

  constructor(parts: ScopeParts) {
    this.#parts = parts
  }

  /** Why a URL, in normal form, is left alone; undefined where it is not. */
  skips(url: string, depth: number): 'scope' | 'depth' | undefined {
    const { include, exclude, maxDepth } = this.#parts
    const address = addressOf(url)
    if (!this.#hasHost(address.host)) return 'scope'
    if (include.length > 0 && !include.some((pattern) => fits(pattern, address))) return 'scope'
    if (exclude.some((pattern) => fits(pattern, address))) return 'scope'
    return depth > maxDepth ? 'depth' : undefined
  }

  /** Whether any page of an origin may be within. */
  reaches(origin: string): boolean {
    return this.#hasHost(origin.slice(origin.indexOf('//') + 2))
  }

  /** Whether a page in this language is wanted; one that does not say is. */
  wants(language: string | undefined): boolean {
    const { languages } = this.#parts
    if (language === undefined || language === '' || languages.length === 0) return true
    // RFC 4647 §3.3.1: a range is also the tags that go on after it.
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
  /** With the port, if it has one. */
  host: string
  path: string
  /** Path and query. */
  full: string
}

function addressOf(url: string): UrlParts {
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

function fits({ scheme, host, path, isWhole, hasQuery }: UrlPattern, url: UrlParts): boolean {
  if (scheme !== undefined && scheme !== url.scheme) return false
  if (host !== undefined && !matchesGlob(host, url.host)) return false
  const text = hasQuery ? url.full : url.path
  return matchesGlob(path, isWhole ? url.origin + text : text)
}
