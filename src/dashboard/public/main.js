/** @import { NotModified } from '../../client/calls.ts' */
/** @import { CampaignsBody, Failure } from './api.js' */
import { connect } from './api.js'
import { campaignList, firstChoice } from './campaign-list.js'
import { campaignView } from './campaign-view.js'
import { connectionBanner } from './connection-banner.js'
import { byId, setText } from './dom.js'
import { emptyState } from './empty-state.js'
import { percent } from '../../client/format.js'
import { keyForm } from './key-form.js'
import { forgetKey, keepKey, readKey } from './key.js'
import { poll } from './poll.js'
import { readRoute, routeTo } from './route.js'

/** How long until the list is asked for again. */
const LIST_MS = {
  /** Whoever has none is told to start one, and watches for it. */
  none: 10_000,
  live: 30_000,
  /** Nothing else is asked about a campaign at rest. */
  resting: 60_000,
}
/** Times a campaign that is too old for the list is asked for instead of the list. */
const TURNS = 10

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
  onShown: (campaign) => {
    const { name, budget, progress } = campaign
    showPart('campaign')
    list.update(campaign)
    document.title = `${percent(progress.fetched, budget)} ${name} · Dowser`
  },
  onMissing: showMissing,
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
  close(false)
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
  if (readKey() === null) close(false)
  else open()
}

function open() {
  form.hide()
  workspace.hidden = false
  forget.hidden = false
  list.select(selected)
  view.watch(selected)
  if (!listPoll) listPoll = watchList()
  else if (selected === null) listPoll.now()
}

function watchList() {
  let isListed = true
  let turn = 0
  return poll(async (signal) => {
    if (!isListed && !view.watched?.isLive && ++turn % TURNS !== 0) {
      view.watched?.refresh()
      return LIST_MS.resting
    }
    const answer = await api.campaigns(signal)
    if (signal.aborted) return Infinity
    if (answer.kind === 'ok') isListed = showList(answer.body)
    if (answer.kind === 'error' && selected === null) showMissing(answer.message)
    return listMs()
  })
}

function listMs() {
  if (selected === null) return LIST_MS.none
  return view.watched?.isLive ? LIST_MS.live : LIST_MS.resting
}

/** @param {boolean} isRefused  whether there was a key, which is not taken */
function close(isRefused) {
  listPoll?.stop()
  listPoll = undefined
  view.watch(null)
  banner.clear()
  workspace.hidden = true
  forget.hidden = true
  document.title = 'Dowser'
  form.show(isRefused)
}

/**
 * @param {CampaignsBody} body
 * @returns {boolean}  whether the campaign in view is in it
 */
function showList(body) {
  selected ??= firstChoice(body.campaigns)
  list.show(body, selected)
  view.watch(selected)
  if (selected === null) showPart('empty')
  const summary = body.campaigns.find(({ id }) => id === selected)
  if (summary) view.watched?.notice(summary)
  return summary !== undefined
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
 * @param {{ kind: 'ok' } | NotModified | Failure} answer
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
  close(true)
}
