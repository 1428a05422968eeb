/** @import { Action, Campaign, Status } from './api.js' */
import { counted, duration, moment, shortUrl } from '../../client/format.js'
import { reasonWords, statusWord } from '../../client/wording.js'
import { byId, make, outsideLink, setText } from './dom.js'

/** A shorter wait is not worth mentioning. */
const MIN_WAIT_SHOWN_MS = 5_000

const ACTIONS = /** @type {const} */ (['pause', 'resume', 'stop'])

/** @param {(action: Action) => Promise<void>} onAction */
export function campaignHeader(onAction) {
  const name = byId('campaign-name', HTMLElement)
  const chip = byId('status', HTMLElement)
  const reason = byId('status-reason', HTMLElement)
  const wait = byId('next-fetch', HTMLElement)
  const updated = byId('updated', HTMLElement)
  const problem = byId('action-problem', HTMLElement)
  const buttons = actionButtons(async (action) => {
    setText(problem, '')
    await onAction(action)
  })

  /** @type {Campaign | undefined} */
  let shown
  let updatedAt = 0

  /** Brings the times up to date. */
  function refresh() {
    if (!shown) return
    const now = Date.now()
    setText(wait, waitText(shown, now))
    setText(updated, shown.status === 'running' ? `Updated ${duration(now - updatedAt)} ago.` : '')
  }

  return {
    refresh,

    showUpdated: (/** @type {number} */ at) => {
      updatedAt = at
      refresh()
    },

    /** @param {Campaign} campaign */
    show(campaign) {
      shown = campaign
      setText(name, campaign.name)
      showStatus(chip, campaign.status)
      setText(reason, reasonWords(campaign))
      refresh()
      for (const action of ACTIONS) {
        buttons[action].hidden = !campaign.availableActions.includes(action)
      }
      showSetup(campaign)
    },

    /** @param {string} message */
    showProblem(message) {
      setText(problem, message)
    },
  }
}

/**
 * @param {HTMLElement} chip
 * @param {Status} status
 */
export function showStatus(chip, status) {
  chip.dataset['status'] = status
  setText(chip, statusWord(status))
}

/** @param {(action: Action) => Promise<void>} onAction */
function actionButtons(onAction) {
  const buttons = {
    pause: byId('pause', HTMLButtonElement),
    resume: byId('resume', HTMLButtonElement),
    stop: byId('stop', HTMLButtonElement),
  }

  /** @param {Action} action */
  async function act(action) {
    const button = buttons[action]
    if (button.getAttribute('aria-disabled') === 'true') return
    // `disabled` would drop the focus.
    button.setAttribute('aria-disabled', 'true')
    await onAction(action)
    button.removeAttribute('aria-disabled')
    if (button.hidden && document.activeElement === document.body) {
      Object.values(buttons)
        .find(({ hidden }) => !hidden)
        ?.focus()
    }
  }
  buttons.pause.addEventListener('click', () => void act('pause'))
  buttons.resume.addEventListener('click', () => void act('resume'))
  buttons.stop.addEventListener('click', () => {
    if (confirm('End this campaign for good? Its results are kept.')) void act('stop')
  })
  return buttons
}

/**
 * @param {Campaign} campaign
 * @param {number} now
 */
function waitText({ status, nextTickAt }, now) {
  if (status !== 'running' || nextTickAt === null) return ''
  const waitMs = Date.parse(nextTickAt) - now
  return waitMs > MIN_WAIT_SHOWN_MS ? `Next fetch in ${duration(waitMs)}.` : ''
}

/** @param {Campaign} campaign */
function showSetup({ topic, seeds, policy, rate, createdAt }) {
  const words = Object.values(topic).flat()
  fillList(byId('keywords', HTMLElement), words, String)
  fillList(byId('seeds', HTMLElement), seeds, (seed) => outsideLink(seed, shortUrl(seed)))
  const parts = [
    counted(seeds.length, 'seed'),
    `policy ${policy.name}`,
    `at most ${rate.perMinute} requests per minute`,
    `created ${moment(createdAt)}`,
  ]
  setText(byId('setup-summary', HTMLElement), parts.join(' · '))
}

/**
 * Rebuilds a list only if its items have changed.
 *
 * @param {HTMLElement} list
 * @param {string[]} items
 * @param {(item: string) => Node | string} content
 */
function fillList(list, items, content) {
  const mark = JSON.stringify(items)
  if (list.dataset['items'] === mark) return
  list.dataset['items'] = mark
  list.replaceChildren(...items.map((item) => make('li', {}, content(item))))
}
