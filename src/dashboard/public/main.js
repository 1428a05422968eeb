/** @import { Unchanged } from '../../client/calls.ts' */
/** @import { CampaignsBody, Failure } from './api.js' */
import { connect } from './api.js'
import { campaignList, firstChoice } from './campaign-list.js'
import { campaignView } from './campaign-view.js'
import { connectionBanner } from './connection-banner.js'
import { byId, setText } from './dom.js'
import { emptyState } from './empty-state.js'
import { percent } from './format.js'
import { keyForm } from './key-form.js'
import { forgetKey, keepKey, readKey } from './key.js'
import { poll } from './poll.js'
import { readRoute, routeTo } from './route.js'

const LIST_MS = 3_000

const workspace = byId('workspace', HTMLElement)
const forget = byId('forget-key', HTMLButtonElement)
const parts = {
  campaign: byId('campaign', HTMLElement),
  empty: byId('empty', HTMLElement),
  missing: byId('missing', HTMLElement),
}

const banner = connectionBanner()
const form = keyForm((key) => {
  keepKey(key)
  open()
})
const api = connect({ key: readKey, heard })
const list = campaignList()
const view = campaignView({
  api,
  onShown: ({ name, budget, progress }) => {
    showPart('campaign')
    document.title = `${percent(progress.fetched, budget)} ${name} · Dowser`
  },
  onMissing: showMissing,
  onActed: () => listPoll?.now(),
})

/** The campaign in view: what the address names, else what was chosen when the list came. */
let selected = /** @type {string | null} */ (null)
let listPoll = /** @type {ReturnType<typeof poll> | undefined} */ (undefined)

emptyState(readKey)
byId('skip', HTMLElement).addEventListener('click', (event) => {
  event.preventDefault()
  byId('main', HTMLElement).focus()
})
forget.addEventListener('click', () => {
  forgetKey(readKey())
  close('')
})
window.addEventListener('hashchange', followAddress)
followAddress()

/** A key in the address is kept, and taken out of the address and of the history at once. */
function followAddress() {
  const { key, campaign } = readRoute(location.hash)
  selected = campaign
  if (key !== null) {
    keepKey(key)
    history.replaceState(null, '', routeTo(campaign))
  }
  if (readKey() === null) close('')
  else open()
}

function open() {
  form.hide()
  workspace.hidden = false
  forget.hidden = false
  list.select(selected)
  view.watch(selected)
  listPoll?.stop()
  listPoll = poll(async (signal) => {
    const answer = await api.campaigns(signal)
    if (signal.aborted) return LIST_MS
    if (answer.kind === 'ok') showList(answer.body)
    if (answer.kind === 'refused' && selected === null) showMissing(answer.message)
    return LIST_MS
  })
}

/** @param {string} message  why the key is asked for, or '' */
function close(message) {
  listPoll?.stop()
  view.watch(null)
  banner.clear()
  workspace.hidden = true
  forget.hidden = true
  document.title = 'Dowser'
  form.show(message)
}

/** @param {CampaignsBody} body */
function showList(body) {
  selected ??= firstChoice(body.campaigns)
  list.show(body, selected)
  view.watch(selected)
  if (selected === null) showPart('empty')
}

/** @param {string} message */
function showMissing(message) {
  setText(byId('missing-reason', HTMLElement), message)
  showPart('missing')
  document.title = 'Dowser'
}

/** @param {keyof typeof parts} name */
function showPart(name) {
  for (const [part, element] of Object.entries(parts)) element.hidden = part !== name
}

/**
 * @param {string} about
 * @param {{ kind: 'ok' } | Unchanged | Failure} answer
 */
function heard(about, answer) {
  if (answer.kind === 'aborted') return
  if (answer.kind === 'unavailable') {
    // An action is not tried again by itself; its button says that it failed.
    if (about !== 'action') banner.failing(about, answer.message)
    return
  }
  banner.answering(about)
  if (answer.kind !== 'unauthorised') return
  // Another tab may have stored a newer key since this request left.
  if (readKey() !== answer.key) return
  forgetKey(answer.key)
  close(answer.message)
}
