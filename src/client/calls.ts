import type { components, paths } from './api-types.d.ts'

// The requests the API takes and the responses it gives, derived from the generated types.

export type ApiSchema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** The paths that accept a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [paths[P][M]] extends [object] ? P : never
}[keyof paths]

/** One property of a type; `never` if it has no such property. */
type Part<T, Name extends PropertyKey> = Name extends keyof T ? Exclude<T[Name], undefined> : never
type Operation<M extends Method, P extends keyof paths> = Part<paths[P], M>
type Parameters<M extends Method, P extends keyof paths> = Part<Operation<M, P>, 'parameters'>
type Json<T> = Part<Part<T, 'content'>, 'application/json'>

/** Any request, whatever its path. */
export interface RequestDetails {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  /** A file, in place of a JSON body. */
  upload?: ReadableStream
  accept?: string
  signal?: AbortSignal | undefined
  /** How long the response may take, where it may take longer than others. */
  timeoutMs?: number | undefined
}

/** Properties may be undefined, which means that they are not sent. */
type Loose<T> = [T] extends [never] ? never : { [Name in keyof T]: T[Name] | undefined }

type Required<Name extends string, T> = [T] extends [never] ? unknown : Record<Name, T>
type Optional<Name extends string, T> = [T] extends [never] ? unknown : Partial<Record<Name, T>>

/** Path parameters, query, headers and body of one operation. */
export type ApiRequest<M extends Method, P extends PathOf<M>> = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
} & Required<'path', Part<Parameters<M, P>, 'path'>> &
  Optional<'query', Loose<Part<Parameters<M, P>, 'query'>>> &
  Optional<'headers', Loose<Part<Parameters<M, P>, 'header'>>> &
  Required<'body', Loose<Json<Part<Operation<M, P>, 'requestBody'>>>>

type Responses<M extends Method, P extends PathOf<M>> = Part<Operation<M, P>, 'responses'>

/** The body of a successful response; undefined if it has none. */
export type ResponseBody<M extends Method, P extends PathOf<M>> = {
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
export interface NotModified {
  kind: 'not_modified'
}
/** A response with an error status; `code` is empty unless the API itself sent it. */
export interface ErrorResponse {
  kind: 'error'
  status: number
  code: string
  message: string
  details: { path: string; message: string }[]
  requestId: string | null
}
export interface NoResponse {
  kind: 'no_response'
  cause: unknown
}
/** The caller's signal ended the call. */
interface Aborted {
  kind: 'aborted'
}
export type CallResult<Body> = Ok<Body> | NotModified | ErrorResponse | NoResponse | Aborted
