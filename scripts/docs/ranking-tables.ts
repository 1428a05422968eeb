import { BANDIT_LIST } from '../../src/core/rank/bandits.ts'
import { findBandit, findEstimator, BANDITS, ESTIMATORS } from '../../src/core/rank/names.ts'
import { requirement } from '../../src/core/rank/option.ts'
import { POLICY_OPTIONS } from '../../src/core/rank/policy.ts'

/** The tables of docs/ranking.md, by the names that stand in its comments. */
const TABLES: Record<string, () => string[][]> = {
  estimators: () => [
    ['name', 'estimate', 'options'],
    ...ESTIMATORS.map(findEstimator).map(({ name, words, options }) => [
      `\`${name}\``,
      words,
      namesOf(options),
    ]),
  ],
  bandits: () => [
    ['name', 'how it chooses', 'options'],
    ...BANDIT_LIST.map(({ name, words, options }) => [`\`${name}\``, words, namesOf(options)]),
  ],
  options: () => [
    ['option', 'meaning', 'values', 'default', 'concerns'],
    ...POLICY_OPTIONS.map((option) => [
      `\`${option.name}\``,
      option.words,
      requirement(option),
      String(option.default),
      concerned(option.name),
    ]),
  ],
}

/** The page with its tables anew: each stands between a comment with its name and the next one. */
export function withTables(page: string): string {
  return page.replaceAll(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, begin: string, name: string, end: string) =>
      `${begin}\n${tableOf(TABLES[name]!())}\n${end}`,
  )
}

function namesOf(options: readonly { name: string }[]): string {
  return options.map(({ name }) => `\`${name}\``).join(', ')
}

function concerned(option: string): string {
  const policies = [...BANDITS.map(findBandit), ...ESTIMATORS.map(findEstimator)]
  const having = policies.filter(({ options }) => options.some(({ name }) => name === option))
  return having.length === 0 ? 'every policy' : namesOf(having)
}

function tableOf([head, ...rows]: string[][]): string {
  const all = [head!, ...rows]
  const widths = head!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
