/** @import { Campaign } from './api.js' */
import { showTexts } from './dom.js'
import { count, counted } from '../../client/format.js'

/**
 * What the campaign holds in memory, and what it does not for want of it.
 *
 * @param {Campaign} campaign
 */
export function showMemory({ memory, progress }) {
  const { shelved } = memory
  const { leftOut } = progress
  showTexts({
    'memory-used': count(memory.usedMb),
    'memory-limit': count(memory.limitMb),
    shelved: shelved === 0 ? 'nothing shelved' : `${counted(shelved, 'page')} shelved`,
    'left-out': leftOut === 0 ? '' : `${counted(leftOut, 'link')} left out`,
  })
}
