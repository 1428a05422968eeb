/** An option of a policy: what it may be, what it is unless given, and what it means. */
export type PolicyOption = { name: string; words: string } & (
  | { kind: 'fraction'; default: number }
  /** A whole number, from 1 unless it says otherwise. */
  | { kind: 'count'; min?: number; max: number; default: number }
  /** A number above 0. */
  | { kind: 'positive'; max: number; default: number }
  | { kind: 'choice'; choices: readonly string[]; default: string }
)

type OptionValue<Option extends PolicyOption> = Option extends {
  choices: readonly (infer Choice)[]
}
  ? Choice
  : number

/** The options of a list by their names. */
export type OptionValues<Options extends readonly PolicyOption[]> = {
  [Option in Options[number] as Option['name']]: OptionValue<Option>
}

/** What a value must be, after "must be". */
export function requirement(option: PolicyOption): string {
  switch (option.kind) {
    case 'fraction':
      return 'a number from 0 to 1'
    case 'count':
      return `a whole number from ${option.min ?? 1} to ${option.max}`
    case 'positive':
      return `a number above 0, and at most ${option.max.toExponential().replace('+', '')}`
    case 'choice':
      return `one of ${option.choices.join(', ')}`
  }
}
