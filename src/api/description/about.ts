import { REQUEST_LIMIT } from '../../core/access/limits.ts'
import { MAX_BODY_BYTES, MAX_URL_CHARACTERS } from '../http/read-request.ts'
import type { TAGS } from '../route.ts'

const figure = (value: number) => value.toLocaleString('en')

export const ABOUT_KEYS =
  'A key has a scope: `read`, `write` (which includes `read`) or `admin` (which includes both and ' +
  'manages keys). It gives access to the campaigns of its owner only. Its rate limit is ' +
  `${figure(REQUEST_LIMIT.requests)} requests in ${REQUEST_LIMIT.seconds} seconds.`

/** What holds for the whole API, in Markdown. */
export const ABOUT = `Dowser crawls the web for one topic at a time. A **campaign** has keywords, seed pages and a budget of fetches; it spends each fetch on the page most likely to matter, and can explain why.

**Keys.** Send \`Authorization: Bearer <key>\`; each operation names the scope it needs. ${ABOUT_KEYS} Beyond that, requests get 429 \`too_many_requests\` with \`Retry-After\`. Concurrent streams, downloads and requests with \`asOf\` are limited (429 \`too_many_concurrent_requests\`), and so is reading a campaign's log while it crawls (429 \`campaign_busy\`).

**Bodies** are JSON in UTF-8, at most ${figure(MAX_BODY_BYTES)} bytes, whatever \`Content-Type\` says; URLs have at most ${figure(MAX_URL_CHARACTERS)} characters. Unknown fields and query parameters are errors, so a misspelt option is never ignored. Times are ISO 8601 in UTC.

**Lists** are paginated: follow \`next\`, a path, until it is null. Its cursor is opaque and belongs to that list; \`limit\` is the maximum size of a part.

**Errors** are \`{"error": {"code", "message", "details", "requestId"}}\`. Branch on \`code\`, which never changes its meaning; \`message\` says what is wrong and what to do, and \`details\` lists each invalid field. An unknown path is 404 \`route_not_found\`; an unsupported method is 405 \`method_not_allowed\`, with the supported ones in \`Allow\`. \`HEAD\` works like \`GET\` without a body; \`OPTIONS\` returns \`Allow\`.

**Concurrent edits.** A campaign has an \`ETag\` that changes with every record of its log. With \`If-Match\`, an edit is made only if nothing has happened since, else it is a 412; with \`If-None-Match\`, a poller gets 304 until there is news.

**Versions.** \`/v1\` only grows: fields, error codes and operations may be added, so ignore what you do not know. Breaking changes get another prefix. \`info.version\` is the version of the program.`

export const TAG_WORDS: Record<(typeof TAGS)[number], string> = {
  campaigns: 'Create campaigns, watch them, and change them while they run.',
  results: 'The pages that campaigns have fetched.',
  insight: 'Why a campaign did what it did, and what comes next.',
  push: 'Event streams and webhooks.',
  access: 'API keys and their scopes.',
  service: 'The installation itself.',
}

/** The version in the description; a test keeps it in step with package.json. */
export const VERSION = '0.1.0'
