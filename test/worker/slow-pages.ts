import { inject } from 'vitest'

/** Pages of the slow site that are a test's own, by its name. */
export class SlowPages {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  url(page: number): string {
    return `${inject('slowSite')}/${this.#name}/${page}`
  }

  /** How many of them were requested. */
  async asked(): Promise<number> {
    return Number(await (await this.#order('asked')).text())
  }

  /** Lets those go that are held back. */
  async release(): Promise<void> {
    await this.#order('release')
  }

  #order(order: 'asked' | 'release'): Promise<Response> {
    return fetch(`${inject('slowSite')}/~${order}/${this.#name}`)
  }
}
