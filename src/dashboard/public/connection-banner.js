import { byId, setText } from './dom.js'

/**
 * A line in the header while something the page asks for does not answer. Kept per thing asked
 * about: one that answers does not hide that another is silent.
 */
export function connectionBanner() {
  const banner = byId('banner', HTMLElement)
  /** @type {Map<string, string>} */
  const silent = new Map()

  function draw() {
    const [message] = silent.values()
    banner.dataset['on'] = message === undefined ? 'no' : 'yes'
    setText(banner, message === undefined ? '' : `${message}, trying again`)
  }

  return {
    /**
     * @param {string} about
     * @param {string} message
     */
    failing(about, message) {
      silent.set(about, message)
      draw()
    },

    /** @param {string} about */
    answering(about) {
      if (silent.delete(about)) draw()
    },

    clear() {
      silent.clear()
      draw()
    },
  }
}
