/** @import { Status } from './api.js' */
import { setText } from './dom.js'
import { statusWord } from '../../client/wording.js'

/**
 * @param {HTMLElement} chip
 * @param {Status} status
 */
export function showStatus(chip, status) {
  chip.dataset['status'] = status
  setText(chip, statusWord(status))
}
