import type { components, paths } from './api-types.d.ts'

// What may be asked of the API and what it answers, read off the generated types.

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** The paths that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [paths[P][M]] extends [object] ? P : never
}[keyof paths]

/** `never` where a part is not there. */
type Part<T, Name extends PropertyKey> = Name extends keyof T ? Exclude<T[Name], undefined> : never
type Operation<M extends Method, P extends keyof paths> = Part<paths[P], M>
type Parameters<M extends Method, P extends keyof paths> = Part<Operation<M, P>, 'parameters'>
type Json<T> = Part<Part<T, 'content'>, 'application/json'>

export interface Details {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  accept?: string
  signal?: AbortSignal | undefined
}

/** What is undefined is not sent. */
type Loose<T> = [T] extends [never] ? never : { [Name in keyof T]: T[Name] | undefined }

type Wanted<Name extends string, T> = [T] extends [never] ? unknown : Record<Name, T>
type Offered<Name extends string, T> = [T] extends [never] ? unknown : Partial<Record<Name, T>>

/** What a call takes along. */
export type Request<M extends Method, P extends PathOf<M>> = {
  signal?: AbortSignal | undefined
} & Wanted<'path', Part<Parameters<M, P>, 'path'>> &
  Offered<'query', Loose<Part<Parameters<M, P>, 'query'>>> &
  Offered<'headers', Loose<Part<Parameters<M, P>, 'header'>>> &
  Wanted<'body', Loose<Json<Part<Operation<M, P>, 'requestBody'>>>>

type Responses<M extends Method, P extends PathOf<M>> = Part<Operation<M, P>, 'responses'>

/** The body of a good answer; undefined where it has none. */
export type Result<M extends Method, P extends PathOf<M>> = {
  [Status in keyof Responses<M, P>]: Status extends 200 | 201 | 202
    ? Json<Responses<M, P>[Status]>
    : Status extends 204
      ? undefined
      : never
}[keyof Responses<M, P>]

export interface Ok<Body> {
  kind: 'ok'
  status: number
  body: Body
  etag: string | null
}
export interface Unchanged {
  kind: 'unchanged'
}
/** An answer that is an error; `code` is empty if it is none of ours. */
export interface Refused {
  kind: 'refused'
  status: number
  code: string
  message: string
  details: { path: string; message: string }[]
  requestId: string | null
}
/** No answer. */
export interface Unreached {
  kind: 'unreached'
  cause: unknown
}
/** Nobody waits for it any more. */
interface Aborted {
  kind: 'aborted'
}
export type Answer<Body> = Ok<Body> | Unchanged | Refused | Unreached | Aborted
