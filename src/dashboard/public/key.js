const STORAGE_NAME = 'dowser.key'

/** Stands in where the browser refuses to store anything. */
let inMemory = ''

/**
 * Read for every request, so that a key given in another tab holds here at once.
 *
 * @returns {string | null}
 */
export function readKey() {
  try {
    return localStorage.getItem(STORAGE_NAME) || inMemory || null
  } catch {
    return inMemory || null
  }
}

/** @param {string} key */
export function keepKey(key) {
  inMemory = key
  try {
    localStorage.setItem(STORAGE_NAME, key)
  } catch {
    // Kept in memory until the page is closed.
  }
}

/**
 * Forgets this key, but not a newer one that another tab has stored meanwhile.
 *
 * @param {string | null} key
 */
export function forgetKey(key) {
  inMemory = ''
  try {
    if (localStorage.getItem(STORAGE_NAME) === key) localStorage.removeItem(STORAGE_NAME)
  } catch {
    // Nothing was stored.
  }
}
