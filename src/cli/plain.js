/** Controls, and what turns the direction of a text around. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/**
 * What people and pages call things must not drive the terminal.
 *
 * @param {string} text  of one line
 */
export const plain = (text) => text.replaceAll(UNSHOWN, ' ')

/** @param {string} text  of any number of lines */
export const plainLines = (text) => text.split('\n').map(plain).join('\n')
