/** @import { NotModified } from '../../client/calls.ts' */
/** @import { CampaignsBody, Failure } from './api.js' */
import { percent } from '../../client/format.js'
import { forgetKey, keyForm, readKey, storeKey } from './api-key.js'
import { connect } from './api.js'
import { campaignList, defaultCampaign } from './campaign-list.js'
import { campaignView } from './campaign-view.js'
import { byId, setText } from './dom.js'
import { emptyState } from './empty-state.js'
import { poll } from './poll.js'
import { readRoute, routeTo } from './route.js'

/** How long until the campaign list is loaded again. */
const LIST_MS = {
  /** Someone without a campaign is told to start one, and waits for it to appear. */
  none: 10_000,
  live: 30_000,
  /** The list is all that is loaded about a campaign at rest. */
  resting: 60_000,
}
/** A campaign too old for the list is loaded instead of it, except for one time in this many. */
const LIST_TURNS = 10

const workspace = byId('workspace', HTMLElement)
const forget = byId('forget-key', HTMLButtonElement)
const parts = {
  campaign: byId('campaign', HTMLElement),
  empty: byId('empty', HTMLElement),
  missing: byId('missing', HTMLElement),
}

const banner = connectionBanner()
const form = keyForm((key) => {
  storeKey(key)
  open()
})
const api = connect({ key: readKey, onResult })
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

/** The campaign in view: the one in the URL, else the default when the list was loaded. */
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
window.addEventListener('hashchange', followUrl)
followUrl()

/** A key in the URL is stored, and removed from the URL and the history at once. */
function followUrl() {
  const { key, campaign } = readRoute(location.hash)
  selected = campaign
  if (key !== null) {
    storeKey(key)
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
    if (!isListed && !view.watched?.isLive && ++turn % LIST_TURNS !== 0) {
      view.watched?.refresh()
      return LIST_MS.resting
    }
    const result = await api.campaigns(signal)
    if (signal.aborted) return Infinity
    if (result.kind === 'ok') isListed = showList(result.body)
    if (result.kind === 'error' && selected === null) showMissing(result.message)
    return nextListMs()
  })
}

function nextListMs() {
  if (selected === null) return LIST_MS.none
  return view.watched?.isLive ? LIST_MS.live : LIST_MS.resting
}

/** @param {boolean} isInvalid  whether there was a key, which was rejected */
function close(isInvalid) {
  listPoll?.stop()
  listPoll = undefined
  view.watch(null)
  banner.clear()
  workspace.hidden = true
  forget.hidden = true
  document.title = 'Dowser'
  form.show(isInvalid)
}

/**
 * @param {CampaignsBody} body
 * @returns {boolean}  whether the campaign in view is in the list
 */
function showList(body) {
  selected ??= defaultCampaign(body.campaigns)
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
 * @param {string} topic
 * @param {{ kind: 'ok' } | NotModified | Failure} result
 */
function onResult(topic, result) {
  if (result.kind === 'aborted') return
  if (result.kind === 'unavailable') {
    // An action is not retried; the campaign's header reports that it failed.
    if (topic !== 'action') banner.showFailure(topic, result.message)
    return
  }
  banner.hideFailure(topic)
  if (result.kind !== 'unauthorized') return
  // Another tab may have stored a newer key since the request was sent.
  if (readKey() !== result.key) return
  forgetKey(result.key)
  close(true)
}

/** A line at the top of the page while calls on any topic fail. */
function connectionBanner() {
  const element = byId('banner', HTMLElement)
  /** @type {Map<string, string>} */
  const failures = new Map()

  function draw() {
    const [message] = failures.values()
    element.dataset['on'] = message === undefined ? 'no' : 'yes'
    setText(element, message === undefined ? '' : `${message}. Retrying…`)
  }

  return {
    /**
     * @param {string} topic
     * @param {string} message
     */
    showFailure(topic, message) {
      failures.set(topic, message)
      draw()
    },

    /** @param {string} topic */
    hideFailure(topic) {
      if (failures.delete(topic)) draw()
    },

    clear() {
      failures.clear()
      draw()
    },
  }
}
