import type { EditRequest, Refusal } from '../core/campaign/edits/edit-request.ts'
import type { Report } from '../core/campaign/report.ts'
import { etagOf } from './answer-report.ts'
import { ApiError, faultyFields, inOneLine } from './api-error.ts'

/** Why a campaign was not changed, and what would help. */
export function refusalError(refusal: Refusal, request: EditRequest, report: Report): ApiError {
  switch (refusal.reason) {
    case 'unavailable':
      return unavailable(request, report)
    case 'changed':
      return new ApiError(
        'precondition_failed',
        `The campaign is no longer what If-Match says: its ETag is ${etagOf(report)} now. ` +
          'Nothing was changed; read it again. While it runs, every page changes its ETag; a weak ' +
          'one (W/"…") never matches.',
      )
    case 'pointless':
      return faultyFields('unsatisfiable_spec', [
        { path: `scope.${refusal.field}`, message: refusal.why },
      ])
    case 'no_room':
      return new ApiError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) has no room for more pages. ` +
          'None of the seeds was added; create another campaign for them.',
      )
    case 'no_room_for_policy':
      return new ApiError(
        'memory_full',
        `The campaign's memory (${report.spec.memoryMb} MB) has no room for what this policy keeps ` +
          'of all that is known. Nothing was changed; choose one that keeps less, such as fl_ne.',
      )
    case 'not_crawled':
      return notCrawled(refusal.places, request)
  }
}

const DONE: Record<EditRequest['kind'], string> = {
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
  patch: 'changed',
  seeds: 'given more seeds',
  labels: 'given labels',
}

function unavailable({ kind }: EditRequest, { status, statusReason }: Report): ApiError {
  const isFor = statusReason === null ? '' : ` (${statusReason})`
  return new ApiError(
    'action_not_available',
    `A campaign that is ${status}${isFor} cannot be ${DONE[kind]}; see its availableActions.`,
  )
}

function notCrawled(places: readonly number[], request: EditRequest): ApiError {
  const labels = request.kind === 'labels' ? request.labels : []
  const details = places.map((place) => {
    const label = labels[place]!
    const [field, page] = 'url' in label ? ['url', label.url] : ['seq', `record ${label.seq}`]
    const message = `${page} is no page that the campaign has read`
    return { path: `labels.${place}.${field}`, message }
  })
  const message = `${inOneLine(details)}. None of the labels was taken.`
  return new ApiError('page_not_crawled', message, details)
}
