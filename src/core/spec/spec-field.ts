import type { Field, Kind, KindOf } from '../../lib/field.ts'

/** A field of a spec: a row of the table in `spec.ts`. */
export type SpecField<T, K extends SpecKind = KindOf<T>> = Field<T, K> & {
  /** Whether it may be changed while the campaign runs. */
  editable: boolean
  /** What a spec that was recorded before the field existed means; the default where this is missing. */
  implied?: T
}

/** The rows of a topic and of a policy are kept by their own tables. */
export type SpecKind = Kind | UrlsKind | FetchLimitKind | PolicyKind | TopicKind

export interface UrlsKind {
  kind: 'urls'
  maxItems: number
}

export interface FetchLimitKind {
  kind: 'fetch_limit'
}

export interface PolicyKind {
  kind: 'policy'
}

export interface TopicKind {
  kind: 'topic'
}
