import type { Source } from '../core/campaign/fetch/source.ts'
import type { Spec } from '../core/spec/spec.ts'
import type { CrawlSource, SourceDeps, SourceKind, SourceKinds } from './crawl-source.ts'
import { webSource } from './web/web-source.ts'

/** Every source there is. A new one is a folder beside `web` and a line here. */
const SOURCES: SourceKinds = {
  web: (deps) => {
    const web = webSource(deps)
    return () => web
  },
}

/** The sources of one campaign; they outlive the campaign's reopening. */
export class Sources {
  readonly #deps: SourceDeps
  readonly #kinds: SourceKinds
  readonly #builders = new Map<string, ReturnType<SourceKind>>()
  #current: CrawlSource | undefined

  constructor(deps: SourceDeps, kinds: SourceKinds = SOURCES) {
    this.#deps = deps
    this.#kinds = kinds
  }

  /** Throws where no source has the name that the spec gives. */
  readonly of = (spec: Spec): Source => {
    const name = spec.source ?? 'web'
    const build = this.#builders.get(name) ?? this.#kinds[name]?.(this.#deps)
    if (build === undefined) throw new Error(`no source is called "${name}"`)
    this.#builders.set(name, build)
    this.#current = build(spec)
    return this.#current
  }

  async leave(campaign: string): Promise<void> {
    await this.#current?.leave(campaign)
  }
}
