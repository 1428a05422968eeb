import type { Compiled } from './scope-entry.ts'
import { ScopeFilter } from './scope-filter.ts'
import { compileHost, compileLanguage, compileSuffix } from './scope-names.ts'
import { compilePattern } from './scope-pattern.ts'

/** Where a campaign may go, as plain JSON. Each empty list allows everything. */
export interface Scope {
  /** URLs to keep to, as globs; see `scope-pattern.ts`. */
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
  const compile = <T>(field: ListField, compileOne: (entry: string) => Compiled<T>): T[] =>
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

/** Of a scope that was looked through when it came in. */
export function scopeFilter(scope: Scope): ScopeFilter {
  const compiled = compileScope(scope)
  if (compiled.kind === 'bad') throw new Error(`a scope with ${compiled.problems[0]!.problem}`)
  return compiled.value
}

/** Those that are good; what is wrong with the others is added to `problems`. */
function compileEntries<T>(
  field: ListField,
  entries: readonly string[],
  compileOne: (entry: string) => Compiled<T>,
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
