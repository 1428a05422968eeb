const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_REST = '\u001b[K'

/**
 * A line that is drawn over itself.
 *
 * @param {{ write: (text: string) => unknown }} screen
 */
export function liveLine(screen) {
  let isOpen = false
  return {
    /** @param {string} text */
    draw(text) {
      screen.write(`${isOpen ? '' : HIDE_CURSOR}\r${text}${CLEAR_REST}`)
      isOpen = true
    },
    /** Leaves the last one standing, and the terminal as it was. */
    close() {
      if (isOpen) screen.write(`\n${SHOW_CURSOR}`)
      isOpen = false
    },
  }
}
