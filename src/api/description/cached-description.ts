import type { ApiDeps } from '../context.ts'
import type { Route } from '../route.ts'
import { openApi } from './openapi.ts'
import { referencePage } from '../reference/reference-page.ts'

/**
 * The description as it is served. Anybody may request it, without a key and without limit, and it
 * is more expensive than any other response: so it is generated once.
 */
export class CachedDescription {
  readonly #routes: () => readonly Route[]
  #json: string | undefined
  #page: { origin: string; html: string } | undefined

  constructor(routes: () => readonly Route[]) {
    this.#routes = routes
  }

  json({ maxParallel }: Pick<ApiDeps, 'maxParallel'>): string {
    this.#json ??= JSON.stringify(openApi(this.#routes(), maxParallel))
    return this.#json
  }

  /** The page; its examples use the origin of the request, which is nearly always the same. */
  page(origin: string, deps: Pick<ApiDeps, 'maxParallel'>): string {
    if (this.#page?.origin !== origin) {
      const html = referencePage(JSON.parse(this.json(deps)) as object, origin)
      this.#page = { origin, html }
    }
    return this.#page.html
  }
}
