import { scopeFilter, type Scope } from './scope.ts'

/** Why a scope lets no link in, where that can be told without the web, and how to mend it. */
interface EmptyScope {
  field: 'include' | 'exclude'
  why: string
}

/** What fits every URL; two stars are one. */
const EVERYTHING = /^(?:\/\*+|\*+(?:\/\*+)?|\*+:\/\/\*+(?:\/\*+)?)$/
/** A pattern that names its host in full: `a.test/docs/*`, `https://a.test:8080/`. */
const ONE_HOST = /^(?:https?:\/\/)?([^/*]+)\//i

/** Of a scope whose entries are all good. A scope for seeds alone is a `maxDepth` of 0, and not empty. */
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
  return include.every(isBeyondHosts(scope))
    ? {
        field: 'include',
        why: 'none of these patterns is on one of the hosts or suffixes; add their hosts, or leave hosts and suffixes out',
      }
    : undefined
}

/** Told of patterns that name their host in full. */
function isBeyondHosts(scope: Scope): (pattern: string) => boolean {
  const filter = scopeFilter(scope)
  return (pattern) => {
    const host = ONE_HOST.exec(pattern)?.[1]
    return host !== undefined && !filter.reaches(`https://${host.toLowerCase()}`)
  }
}
