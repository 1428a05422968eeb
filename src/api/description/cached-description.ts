import type { Route } from '../route.ts'
import { openApi } from './openapi.ts'
import { referencePage } from '../reference/reference-page.ts'

/**
 * The description as it is served. Anybody may ask for it, without a key and as often as they like,
 * and to make it takes longer than any other answer: so it is made once.
 */
export class CachedDescription {
  readonly #routes: () => readonly Route[]
  #json: string | undefined
  #page: { origin: string; html: string } | undefined

  constructor(routes: () => readonly Route[]) {
    this.#routes = routes
  }

  json(): string {
    this.#json ??= JSON.stringify(openApi(this.#routes()))
    return this.#json
  }

  /** For people; its examples are of where it was asked for, which is one address as a rule. */
  page(origin: string): string {
    if (this.#page?.origin !== origin) {
      const html = referencePage(JSON.parse(this.json()) as object, origin)
      this.#page = { origin, html }
    }
    return this.#page.html
  }
}
