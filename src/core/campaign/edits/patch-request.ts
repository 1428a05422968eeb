import type { Patch } from '../edit.ts'
import type { Scope } from '../../spec/scope/scope.ts'
import type { Spec } from '../../spec/spec.ts'

type Some<T> = { [Field in keyof T]?: T[Field] | undefined }

/** What is to be changed: of rate, limits and scope the parts that are named. */
export interface PatchRequest extends Some<
  Pick<Spec, 'name' | 'topic' | 'budget' | 'discover' | 'policy'>
> {
  rate?: Some<Spec['rate']> | undefined
  limits?: Some<Spec['limits']> | undefined
  scope?: Some<Scope> | undefined
}

/** Each field that will be another, whole. */
export function resolvePatch(request: PatchRequest, spec: Spec): Patch {
  const { rate, limits, scope, ...others } = request
  const wanted: Some<Patch> = {
    ...others,
    rate: { ...spec.rate, ...named(rate) },
    limits: { ...spec.limits, ...named(limits) },
    scope: { ...spec.scope, ...named(scope) },
  }
  const isOther = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(spec[field as keyof Patch])
  return Object.fromEntries(Object.entries(wanted).filter(isOther))
}

function named<T extends object>(parts: Some<T> = {}): Partial<T> {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<T>
}
