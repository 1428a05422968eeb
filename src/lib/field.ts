/**
 * A value that a user may give, described as plain data. Request schemas, views, command-line
 * flags and reference tables are all derived from it, so that they cannot disagree.
 */
export type Field<T, K = KindOf<T>> = Words & Absence<T> & { kind: K }

interface Words {
  /** Says what the value is, in the API's description and in reference tables. */
  description: string
  /** Adds how to give it, to the description of a request alone. */
  details?: string
  /** Replaces the description where the value is shown. */
  shown?: string
  flag: Flag
}

/** The option of the command line that gives the value. */
export interface Flag {
  name: string
  /** What the help calls the value: `N`, `URL`. */
  value: string
  help: string
}

/** What holds where the user gives no value. */
type Absence<T> =
  | { required: true; example: T }
  | { default: T; example?: T }
  /** Derived from other fields or drawn; the words say how. */
  | { computed: string; example: T }

export type KindOf<T> = [T] extends [number]
  ? IntegerKind
  : [T] extends [number | null]
    ? NullableIntegerKind
    : [T] extends [string]
      ? string extends T
        ? TextKind
        : ChoiceKind<T>
      : [T] extends [readonly (infer Item extends string)[]]
        ? string extends Item
          ? TextsKind
          : ChoicesKind<Item>
        : never

export type Kind =
  | TextKind
  | TextsKind
  | IntegerKind
  | NullableIntegerKind
  | ChoiceKind<string>
  | ChoicesKind<string>

interface TextKind {
  kind: 'text'
  maxChars: number
}

interface TextsKind {
  kind: 'texts'
  /** What the items are called: `keywords`. */
  noun: string
  minItems: 0 | 1
  maxItems: number
  /** Bounds each item. */
  maxChars: number
  /** The `format` of each item in JSON Schema. */
  format?: string
}

interface IntegerKind {
  kind: 'integer'
  min: number
  max: number
  /** Why 0 is useless although it is a number like any other: a 422 and not a 400. */
  whyNotZero?: string
}

interface NullableIntegerKind {
  kind: 'nullable_integer'
  min: number
  max: number
}

interface ChoiceKind<Word extends string> {
  kind: 'choice'
  of: readonly [Word, ...Word[]]
}

/** One or more of the words, each once. */
interface ChoicesKind<Word extends string> {
  kind: 'choices'
  of: readonly [Word, ...Word[]]
}
