import { readClasses, type ClassShape } from './classes.ts'
import { findCycles, findSoleImporters, readImports } from './imports.ts'
import { countLines, type SourceFile } from './sources.ts'

/** The shape of the house, a line each. */
export function describeHouse(sources: readonly SourceFile[]): string[] {
  const lengths = sources.map(countLines).toSorted((a, b) => a - b)
  const quantile = (share: number) => lengths[Math.ceil(share * lengths.length) - 1]!
  const lines = lengths.reduce((sum, length) => sum + length, 0)
  const imports = readImports(sources)
  const cycles = findCycles(imports)
  const largest = classesBySize(sources)[0]
  return [
    `files             ${lengths.length}, ${lines} lines`,
    `lines of a file   median ${quantile(0.5)}, 95 % up to ${quantile(0.95)}, longest ${quantile(1)}`,
    `sole importers    ${findSoleImporters(imports).length} files with one importer, which stands beside them`,
    `largest class     ${largest ? `${largest.name}, ${largest.publicMembers.length} public members` : 'none'}`,
    `import cycles     ${cycles.map((cycle) => `${cycle.length} files`).join(', ') || 'none'}`,
  ]
}

/** The cycles, the largest classes and the files with a sole importer, a line each. */
export function listDetails(sources: readonly SourceFile[]): string[] {
  const imports = readImports(sources)
  const classes = classesBySize(sources).slice(0, LISTED_CLASSES)
  return [
    ...findCycles(imports).map((cycle) => `cycle: ${cycle.join(' ')}`),
    ...classes.map(
      ({ name, path, publicMembers }) => `${path} ${name}: ${publicMembers.join(' ')}`,
    ),
    ...findSoleImporters(imports).map(
      ({ file, importer }) => `${file} is imported by ${importer} alone`,
    ),
  ]
}

const LISTED_CLASSES = 5

function classesBySize(sources: readonly SourceFile[]): ClassShape[] {
  return readClasses(sources).toSorted((a, b) => b.publicMembers.length - a.publicMembers.length)
}
