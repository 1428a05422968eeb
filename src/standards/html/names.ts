/** One set from a list of names, as the standard gives them. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** A table whose keys are lists of names that share a rule. */
export function byName<Rule>(rules: Record<string, Rule>): ReadonlyMap<string, Rule> {
  return new Map(
    Object.entries(rules).flatMap(([list, rule]) =>
      list.split(' ').map((name): [string, Rule] => [name, rule]),
    ),
  )
}
