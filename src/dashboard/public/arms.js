/** @import { Arm, Campaign } from './api.js' */
import { byId, make, setText } from './dom.js'
import { count, counted, score } from '../../client/format.js'

/**
 * How a bandit's estimators do against one another; nothing where the policy is a single one.
 *
 * @param {Campaign} campaign
 */
export function showArms({ arms, resets }) {
  byId('arms-card', HTMLElement).hidden = arms.length === 0
  setText(byId('arms-note', HTMLElement), resets === 0 ? '' : counted(resets, 'reset'))
  const most = Math.max(1, ...arms.map(({ pulls }) => pulls))
  byId('arm-rows', HTMLElement).replaceChildren(...arms.map((arm) => armRow(arm, most)))
}

/**
 * @param {Arm} arm
 * @param {number} most
 */
function armRow({ name, pulls, mean }, most) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' })
  bar.style.setProperty('--share', (pulls / most).toFixed(3))
  const figure = make('span', { class: 'figure-text' }, count(pulls))
  return make(
    'tr',
    { 'data-testid': 'arm-row' },
    make('th', { scope: 'row' }, name),
    make('td', {}, make('span', { class: 'score' }, figure, bar)),
    make('td', {}, score(mean)),
  )
}
