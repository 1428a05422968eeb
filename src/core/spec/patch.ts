import { FIELDS, type Spec } from './spec.ts'

type Fields = typeof FIELDS
type Group = {
  [Part in keyof Fields]: Fields[Part] extends { fields: object } ? Part : never
}[keyof Fields]
type EditableName<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { editable: true } ? Name : never
}[keyof Rows]
type EditableIn<G extends Group> = EditableName<Fields[G]['fields']>
type EditablePart =
  | EditableName<Fields>
  | { [G in Group]: [EditableIn<G>] extends [never] ? never : G }[Group]

/** What an edit changes of a spec, as the log keeps it: each part that changes, whole. */
export type Patch = Partial<Pick<Spec, EditablePart>>

/** What a user wants to change: of a group the fields that are named. */
export type PatchRequest = Some<{
  [Part in EditablePart]: Part extends Group
    ? Some<Pick<Spec[Part], EditableIn<Part> & keyof Spec[Part]>>
    : Spec[Part]
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

function isGroup(part: string): part is Group {
  return part in FIELDS && 'fields' in FIELDS[part as keyof Fields]
}
