import type { SourceFile } from './sources.ts'

const PREPOSITIONS = [
  'Of For In On At By From To With Without Under Over After Before Beyond Among Between Beside',
  'Below Above Within Into Out Until Since Through Against Toward Towards Upon Per Than As',
].flatMap((words) => words.split(' '))

const STARTS_WITH_PREPOSITION = new RegExp(`^(?:${PREPOSITIONS.join('|')})\\b`)

/** Comments that begin with a preposition, and so put something else before the fact. */
export function findPrepositions(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) =>
    findComments(text)
      .filter((comment) => STARTS_WITH_PREPOSITION.test(comment.text))
      .map((comment) => `${path}:${comment.line} ${comment.text}`),
  )
}

interface Comment {
  line: number
  /** Its first line. */
  text: string
}

/** The formatter puts comments on lines of their own or, rarely, behind code without quotes. */
const COMMENT_START = /^(?:\s*\/\*\*? ?|\s*\/\/ ?|[^'"`]*\S \/\/ )(.*)$/

/** Consecutive lines after `//` are one comment. */
function findComments(code: string): Comment[] {
  const lines = code.split('\n')
  return lines.flatMap((line, i) => {
    const start = COMMENT_START.exec(line)?.[1]
    if (start === undefined || (isLineComment(line) && isLineComment(lines[i - 1]))) return []
    if (start !== '' || isLineComment(line)) return [{ line: i + 1, text: start }]
    return [{ line: i + 2, text: lines[i + 1]!.replace(/^\s*\* ?/, '') }]
  })
}

function isLineComment(line: string | undefined): boolean {
  return line?.trimStart().startsWith('//') === true
}

const OLD_BOUND = /\b(?:MOST|LEAST)_\w*/g

/** Bounds that are not called `MAX_` or `MIN_`. */
export function findOldBounds(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const names = new Set(Array.from(text.matchAll(OLD_BOUND), ([name]) => name))
    return Array.from(names, (name) => `${path} ${name}`)
  })
}

const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm

/** Names that two files export a type under. */
export function findSharedTypeNames(sources: readonly SourceFile[]): string[] {
  const filesByName = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, name] of text.matchAll(EXPORTED_TYPE)) {
      filesByName.set(name!, (filesByName.get(name!) ?? new Set()).add(path))
    }
  }
  return [...filesByName]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].join(', ')}`)
}
