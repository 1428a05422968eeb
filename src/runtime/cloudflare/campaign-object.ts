import { DurableObject } from 'cloudflare:workers'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { EditRequest } from '../../core/campaign/edits/edit-request.ts'
import type { ImportPart } from '../../core/campaign/log/log-import.ts'
import type { Query, QueryArgs } from '../../core/campaign/queries.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { CampaignHost } from '../../host/campaign-host.ts'
import type { Env } from './env.ts'
import { toReply, type ObjectCalls } from './object-call.ts'
import { objectPlatform } from './platform.ts'

/** The door to one campaign: turns errors into replies, decides nothing. */
export class CampaignObject extends DurableObject<Env> implements ObjectCalls {
  readonly #host: CampaignHost

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#host = new CampaignHost(objectPlatform(ctx, env))
  }

  create(identity: Identity, spec: Spec) {
    return toReply(this.#host.create(identity, spec))
  }

  query(query: Query, args: unknown) {
    return toReply<unknown>(this.#host.query(query, args as QueryArgs<Query>))
  }

  edit(request: EditRequest, seen?: readonly number[]) {
    return toReply(this.#host.edit(request, seen))
  }

  rebuild() {
    return toReply(this.#host.rebuild())
  }

  log(after: number, upTo: number) {
    return toReply(this.#host.log(after, upTo))
  }

  import(part: ImportPart) {
    return toReply(this.#host.import(part))
  }

  abortImport(importId: string) {
    return toReply(this.#host.abortImport(importId))
  }

  flush() {
    return toReply(this.#host.flush())
  }

  remove(seen?: readonly number[]) {
    return toReply(this.#host.remove(seen))
  }

  isBlank() {
    return toReply(this.#host.isBlank())
  }

  wake(isRemoved: boolean) {
    return toReply(this.#host.wake(isRemoved))
  }

  override alarm(): Promise<void> {
    return this.#host.alarm()
  }
}
