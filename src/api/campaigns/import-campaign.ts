import { SORTABLE_ID_CHANCE_BYTES, isSortableId, newSortableId } from '../../lib/sortable-id.ts'
import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import type { Report } from '../../core/campaign/insight/report.ts'
import { identityIn } from '../../core/campaign/log/rename-log.ts'
import { hashOf } from '../access/sha256.ts'
import { withSlot } from '../access/concurrency.ts'
import { sendReport } from '../http/conditional-requests.ts'
import { HttpError, orNotFound } from '../http/http-error.ts'
import { createOnce } from '../http/idempotency.ts'
import type { RouteRequest } from '../route.ts'
import { assertUserAgent } from './check-user-agent.ts'
import { LogUpload, refusedFirst, refusedRecord, tooLarge } from './log-upload.ts'

type ImportRequest = RouteRequest<unknown, unknown>

export async function importCampaign(request: ImportRequest): Promise<Response> {
  const { c, deps } = request
  assertUserAgent(deps.userAgent, deps.warn)
  if (Number(c.req.header('content-length') ?? 0) > deps.maxImportBytes) {
    throw tooLarge(deps.maxImportBytes)
  }
  const upload = new LogUpload(c.req.raw.body, deps.maxImportBytes)
  try {
    const report = await withSlot(request, 'imports', (slot) => importOnce(request, upload, slot))
    c.header('Location', `/v1/campaigns/${report.id}`)
    return sendReport(c, report, 201)
  } finally {
    await upload.cancel()
  }
}

/**
 * A log is imported once with an `Idempotency-Key`. Its first record and its length identify it: a
 * log only grows, and the first record holds a random number.
 */
async function importOnce(
  request: ImportRequest,
  upload: LogUpload,
  slot: ConcurrencySlot,
): Promise<Report> {
  const { c, campaigns } = request
  const first = await upload.first()
  const source = readIdentity(first.bytes, first.offset)
  if (isSortableId(source.id)) c.header('Dowser-Source-Id', source.id)
  const hash = () => hashOf(`import ${upload.total} ${toHex(first.bytes)}`)
  const isBound = c.req.header('idempotency-key') !== undefined
  return createOnce(request, {
    newId: async () => {
      const isFree = isSortableId(source.id) && (await campaigns.isFree(source.id))
      return isFree ? source.id : newId(request)
    },
    hash,
    check: async () => {},
    find: (id) => campaigns.query(id, 'report', undefined),
    create: (id) => new Import(request, upload, slot).run(id, isBound),
  })
}

function newId({ deps: { now, randomBytes } }: ImportRequest): string {
  return newSortableId(now(), randomBytes(SORTABLE_ID_CHANCE_BYTES))
}

function readIdentity(bytes: Uint8Array, offset: number): { id: string } {
  try {
    return identityIn(bytes)
  } catch (error) {
    throw refusedFirst(error, ` at byte ${offset}`)
  }
}

/** Sends a log to its campaign, part by part. */
class Import {
  readonly #request: ImportRequest
  readonly #upload: LogUpload
  readonly #slot: ConcurrencySlot
  readonly #importId: string

  constructor(request: ImportRequest, upload: LogUpload, slot: ConcurrencySlot) {
    this.#request = request
    this.#upload = upload
    this.#slot = slot
    this.#importId = toHex(request.deps.randomBytes(16))
  }

  /** An id that a key is bound to stays; any other is replaced if it was taken meanwhile. */
  async run(id: string, isBound: boolean): Promise<Report> {
    const { campaigns } = this.#request
    let target = id
    try {
      for await (const part of this.#upload.parts()) {
        this.#slot.renew()
        const sent = { ...part, importId: this.#importId }
        let result = await campaigns.import(target, sent)
        if (result.kind === 'taken' && part.after === 0 && !isBound) {
          target = newId(this.#request)
          result = await campaigns.import(target, sent)
        }
        this.#assertTaken(result)
      }
    } catch (error) {
      // If this fails as well, the campaign's alarm erases what is left.
      await campaigns.abortImport(target, this.#importId).catch(() => {})
      throw error
    }
    return orNotFound(await campaigns.query(target, 'report', undefined), target)
  }

  #assertTaken(result: Awaited<ReturnType<ImportRequest['campaigns']['import']>>): void {
    switch (result.kind) {
      case 'more':
      case 'imported':
        return
      case 'refused':
        throw refusedRecord(result.seq, result.why, this.#upload.placeOf(result.seq ?? 0))
      case 'taken':
        throw new HttpError(
          'action_not_available',
          'The log of this Idempotency-Key is being imported, or its id is taken. Retry in a moment.',
        )
      case 'lost':
        throw new HttpError(
          'import_interrupted',
          'The import was interrupted on our side and nothing of it remains. Repeat it.',
        )
    }
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
