import type { SourceFile } from './sources.ts'

export interface ClassShape {
  name: string
  path: string
  publicMembers: string[]
}

const CLASS = /^(?:export )?(?:abstract )?class (\w+)[^\n]*\{\n([\s\S]*?)^\}/gm

/** The formatter indents members by two spaces, and everything within them by more. */
const MEMBER =
  /^ {2}(?:(?:static|readonly|override|abstract|declare|async|get|set) )*\*?(?:(\w+)|\[([\w.]+)\])(?=[(<:?!\n]| =)/gm

/** Classes with the members that others may use; a getter and its setter are one. */
export function readClasses(sources: readonly SourceFile[]): ClassShape[] {
  return sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(CLASS), ([, name, body]) => ({
      name: name!,
      path,
      publicMembers: publicMembersIn(body!),
    })),
  )
}

function publicMembersIn(body: string): string[] {
  const named = Array.from(body.matchAll(MEMBER), ([, name, computed]) => (name ?? computed)!)
  return [...new Set(named)].filter((name) => name !== 'constructor')
}
