import {
  compileHost,
  compileLanguage,
  compilePattern,
  compileSuffix,
  type CompiledEntry,
} from './scope-entries.ts'
import { ScopeFilter } from './scope-filter.ts'

/** Where a campaign may go, as plain JSON. A list that is empty allows everything. */
export interface Scope {
  /** URLs to keep to, as patterns; see `scope-entries.ts`. */
  include: readonly string[]
  /** URLs to keep away from, whatever includes them. */
  exclude: readonly string[]
  /** Hosts by name, `a.test`, on any port, or with the port, `a.test:8080`. */
  hosts: readonly string[]
  /** Domains with all hosts below them: `a.test` is also `www.a.test`. */
  suffixes: readonly string[]
  /** Links from the nearest seed; null for no limit. */
  maxDepth: number | null
  /** Language tags; `en` is also `en-GB`. */
  languages: readonly string[]
}

export const EVERYWHERE: Scope = {
  include: [],
  exclude: [],
  hosts: [],
  suffixes: [],
  maxDepth: null,
  languages: [],
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
