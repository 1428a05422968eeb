import { REQUEST_LIMIT } from '../../core/access/limits.ts'
import { MAX_BODY_BYTES, MAX_URL_CHARACTERS } from '../http/request-limits.ts'
import type { TAGS } from '../route.ts'

const figure = (value: number) => value.toLocaleString('en')

export const ABOUT_KEYS =
  'A key has a scope: `read`, `write` (which includes `read`) or `admin` (which includes both, and ' +
  'manages keys). It opens the campaigns of its owner and of nobody else. It may be used ' +
  `${figure(REQUEST_LIMIT.requests)} times in ${REQUEST_LIMIT.seconds} seconds.`

/** What holds for the whole API, in the Markdown that descriptions are written in. */
export const ABOUT = `Dowser crawls the web for one topic at a time. A **campaign** is given keywords, pages to begin at and a budget of fetches; it spends each fetch on the page most likely to matter, and tells why.

**Keys.** Send \`Authorization: Bearer <key>\`; each operation names the scope that it takes. ${ABOUT_KEYS} Beyond that it is 429 \`too_many_requests\`, and \`Retry-After\` says when to come again. Streams, downloads and questions with \`asOf\` are so many at a time (429 \`too_many_concurrent_requests\`), and a campaign's log is read no faster than its crawl can spare (429 \`campaign_busy\`).

**Bodies** are JSON in UTF-8, at most ${figure(MAX_BODY_BYTES)} bytes, whatever \`Content-Type\` says; a URL has at most ${figure(MAX_URL_CHARACTERS)} characters. What a schema does not name, in a body or in a query, is an error that names it: a misspelt option never passes for none. Times are ISO 8601 in UTC.

**Lists** come in parts: ask for \`next\`, a path, until it is null. Its cursor is opaque and belongs to the list it came with; \`limit\` says how long a part may be.

**Errors** are \`{"error": {"code", "message", "details", "requestId"}}\`. Tell them apart by \`code\`, which never changes its meaning; \`message\` says how to mend it, and \`details\` name each place. An unknown path is 404 \`route_not_found\`; a known path with a method it does not take is 405 \`method_not_allowed\`, and \`Allow\` says which it takes. \`HEAD\` answers as \`GET\` without a body, \`OPTIONS\` with \`Allow\` alone.

**Edits at the same time.** A campaign has an \`ETag\`, which every record of its log changes. With \`If-Match\` an edit is made only if nothing has happened since, and is 412 otherwise; with \`If-None-Match\` a poller gets 304 until there is news.

**Versions.** What is under \`/v1\` only grows: fields, codes of new situations and operations may be added, so pass over what you do not know. What would break a client comes under another prefix. \`info.version\` is that of the program.`

export const TAG_WORDS: Record<(typeof TAGS)[number], string> = {
  campaigns: 'Create campaigns, watch them, change them while they run.',
  results: 'What campaigns have fetched.',
  insight: 'Why they did what they did.',
  push: 'Event streams and webhooks.',
  access: 'Keys, and what they may be used for.',
  service: 'The installation itself.',
}

/** Of the API, as the description tells it; kept in step with package.json by a test. */
export const VERSION = '0.1.0'
