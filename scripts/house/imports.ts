import { posix } from 'node:path'
import type { SourceFile } from './sources.ts'

/** The files that each file imports, values or types; by path. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Imports and re-exports, and the types that JSDoc imports. */
const IMPORTED = /(?:\bfrom|\bimport) '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

export function readImports(sources: readonly SourceFile[]): ImportGraph {
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(sources.map((source) => [source.path, importsOf(source, paths)]))
}

function importsOf({ path, text }: SourceFile, known: ReadonlySet<string>): Set<string> {
  const named = Array.from(text.matchAll(IMPORTED), ([, from, called]) => (from ?? called)!)
  const imported = named.map((name) => posix.join(posix.dirname(path), name))
  return new Set(imported.filter((each) => known.has(each)))
}

/** Files that have one importer, and it stands beside them. */
export function findSoleImporters(graph: ImportGraph): { file: string; importer: string }[] {
  const importers = new Map<string, string[]>()
  for (const [file, imported] of graph) {
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), file])
  }
  return [...importers]
    .map(([file, by]) => ({ file, importer: by[0]!, count: by.length }))
    .filter(({ count }) => count === 1)
    .filter(({ file, importer }) => posix.dirname(file) === posix.dirname(importer))
    .map(({ file, importer }) => ({ file, importer }))
}

interface Visit {
  index: number
  /** The oldest file on the stack that it leads back to. */
  low: number
  isOnStack: boolean
}

/** Sets of files that all lead to one another, the largest first: Tarjan's components of two or more. */
export function findCycles(graph: ImportGraph): string[][] {
  const visits = new Map<string, Visit>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(file: string): Visit {
    const own: Visit = { index: visits.size, low: visits.size, isOnStack: true }
    visits.set(file, own)
    stack.push(file)
    for (const imported of graph.get(file) ?? []) {
      const known = visits.get(imported)
      if (known === undefined) own.low = Math.min(own.low, visit(imported).low)
      else if (known.isOnStack) own.low = Math.min(own.low, known.index)
    }
    if (own.low === own.index) close(file)
    return own
  }

  function close(file: string): void {
    const component = stack.splice(stack.indexOf(file))
    for (const each of component) visits.get(each)!.isOnStack = false
    if (component.length > 1) cycles.push(component.toSorted())
  }

  for (const file of graph.keys()) if (!visits.has(file)) visit(file)
  return cycles.toSorted((a, b) => b.length - a.length)
}
