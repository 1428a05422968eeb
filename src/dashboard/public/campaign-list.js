/** @import { Campaign, CampaignsBody, CampaignSummary } from './api.js' */
import { count } from '../../client/format.js'
import { reasonWords } from '../../client/wording.js'
import { showStatus } from './campaign-header.js'
import { byId, make, setChildren, setText } from './dom.js'
import { routeTo } from './route.js'

/** @typedef {ReturnType<typeof listItem>} Item */

/**
 * @typedef {Pick<CampaignSummary, 'name' | 'status' | 'statusReason' | 'budget' | 'fetched' | 'relevant'>} Shown
 */

export function campaignList() {
  const list = byId('campaign-list', HTMLElement)
  const note = byId('campaign-list-note', HTMLElement)
  /** @type {Map<string, Item>} */
  const items = new Map()

  /** @param {string} id */
  function findOrCreateItem(id) {
    const item = items.get(id) ?? listItem(id)
    items.set(id, item)
    return item
  }

  return {
    /**
     * @param {CampaignsBody} body
     * @param {string | null} selected
     */
    show({ campaigns, next }, selected) {
      const shown = campaigns.map((campaign) => {
        const item = findOrCreateItem(campaign.id)
        item.show(campaign)
        item.select(campaign.id === selected)
        return item.element
      })
      setChildren(list, shown)
      setText(note, noteText(campaigns.length, next !== null))
    },

    /** @param {Campaign} campaign  the latest state of it; ignored if it is not in the list */
    update({ progress, ...campaign }) {
      const { fetched, relevant } = progress
      items.get(campaign.id)?.show({ ...campaign, fetched, relevant })
    },

    /** @param {string | null} selected */
    select(selected) {
      for (const [id, item] of items) item.select(id === selected)
    },
  }
}

/**
 * @param {number} listed
 * @param {boolean} hasMore
 */
function noteText(listed, hasMore) {
  if (listed === 0) return 'None yet.'
  return hasMore ? `Showing the ${listed} newest.` : ''
}

/**
 * The newest running campaign, else the newest that did not fail, else the newest.
 *
 * @param {CampaignSummary[]} campaigns  newest first
 * @returns {string | null}
 */
export function defaultCampaign(campaigns) {
  const running = campaigns.find(({ status }) => status === 'running')
  const readable = campaigns.find(({ status }) => status !== 'failed')
  return (running ?? readable ?? campaigns[0])?.id ?? null
}

/** @param {string} id */
function listItem(id) {
  const name = make('span', { class: 'item-name' })
  const chip = make('span', { class: 'chip' })
  const progress = make('progress', { max: '1', value: '0', 'aria-hidden': 'true' })
  const figures = make('span', { class: 'item-figures' })
  const link = make('a', { href: routeTo(id) }, name, progress, figures, chip)
  const element = make('li', { 'data-testid': 'campaign-item', 'data-id': id }, link)

  return {
    element,

    /** @param {Shown} campaign */
    show(campaign) {
      setText(name, campaign.name)
      name.title = campaign.name
      showStatus(chip, campaign.status)
      chip.title = reasonWords(campaign)
      progress.max = Math.max(1, campaign.budget)
      progress.value = campaign.fetched
      const { fetched, budget, relevant } = campaign
      setText(figures, `${count(fetched)} of ${count(budget)} · ${count(relevant)} relevant`)
    },

    /** @param {boolean} isSelected */
    select(isSelected) {
      const wasSelected = link.hasAttribute('aria-current')
      if (isSelected) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
      // Wait until it is in the list, where it may be far from the top.
      if (isSelected && !wasSelected) requestAnimationFrame(() => scrollIntoView(element))
    },
  }
}

/** @param {HTMLElement} element */
const scrollIntoView = (element) => element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
