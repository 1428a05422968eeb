import type { FIELDS, GROUPS } from './fields.ts'
import { isGroup } from './spec-rows.ts'
import type { Spec } from './spec.ts'

type Fields = typeof FIELDS
type EditablePath = {
  [Path in keyof Fields]: Fields[Path]['editable'] extends true ? Path : never
}[keyof Fields]
type EditablePart = EditablePath extends infer Path
  ? Path extends `${infer Part}.${string}`
    ? Part & keyof Spec
    : Path & keyof Spec
  : never

/** What an edit changes of a spec, as the log keeps it: each part that changes, whole. */
export type Patch = Partial<Pick<Spec, EditablePart>>

/** What a user wants to change: of a group the fields that are named. */
export type PatchRequest = Some<{
  [Part in EditablePart]: Part extends keyof typeof GROUPS ? Some<Spec[Part]> : Spec[Part]
}>

type Some<T> = { [Name in keyof T]?: T[Name] | undefined }

/** The parts that will differ from the spec, whole. */
export function resolvePatch(request: PatchRequest, spec: Spec): Patch {
  const wanted = mergeParts(request, spec)
  const isNew = ([part, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(spec[part as EditablePart])
  return Object.fromEntries(wanted.filter(isNew))
}

/** A patch of an older program lacks the fields that its groups did not have yet: they stay. */
export function applyPatch(spec: Spec, patch: Patch): Spec {
  return { ...spec, ...Object.fromEntries(mergeParts(patch, spec)) }
}

/** Each part that is given, groups completed by the fields of the spec. */
function mergeParts(parts: object, spec: Spec): [string, unknown][] {
  return given(parts).map(([part, value]) => [
    part,
    isGroup(part) ? { ...spec[part], ...Object.fromEntries(given(value as object)) } : value,
  ])
}

function given(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
