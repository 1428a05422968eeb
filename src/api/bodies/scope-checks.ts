import type * as z from 'zod/mini'
import { whyEmpty, compileScope } from '../../core/spec/scope-filter.ts'
import { EVERYWHERE, type Scope } from '../../core/spec/scope.ts'
import { UNSATISFIABLE } from './fields.ts'

type Payload = Pick<z.core.ParsePayload, 'value' | 'issues'>

/** Names each entry of a scope that means nothing, by its place. */
export function checkEntries({ value, issues }: Payload): void {
  const scope: Scope = { ...EVERYWHERE, ...(value as Partial<Scope>) }
  const compiled = compileScope(scope)
  if (compiled.kind === 'ok') return
  for (const { field, entry, problem } of compiled.problems) {
    const place = field === 'maxDepth' ? [] : [scope[field].indexOf(entry)]
    const message = `"${entry}" ${problem}`
    issues.push({ code: 'custom', input: entry, path: [field, ...place], message })
  }
}

/** Says why a whole scope lets nothing in. What a patch makes of a scope, the campaign finds out. */
export function checkEmptiness({ value, issues }: Payload): void {
  const empty = issues.length === 0 ? whyEmpty(value as Scope) : undefined
  if (empty === undefined) return
  const { field, why: message } = empty
  issues.push({ code: 'custom', input: value, path: [field], message, params: UNSATISFIABLE })
}
