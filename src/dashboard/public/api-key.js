import { byId, setText } from './dom.js'

const STORAGE_NAME = 'dowser.key'

const INVALID_KEY =
  'This key is not valid here. It may be mistyped, revoked or expired. A local run prints its key ' +
  'when it starts; for any other deployment, ask whoever runs it.'

/** Used if the browser refuses to store anything. */
let inMemory = ''

/**
 * Read for every request, so that a key entered in another tab takes effect here at once.
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
export function storeKey(key) {
  inMemory = key
  try {
    localStorage.setItem(STORAGE_NAME, key)
  } catch {
    // It stays in memory until the page is closed.
  }
}

/**
 * Forgets this key, but not a newer one that another tab has stored since.
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

/** @param {(key: string) => void} onKey */
export function keyForm(onKey) {
  const screen = byId('key-screen', HTMLElement)
  const form = byId('key-form', HTMLFormElement)
  const input = byId('key', HTMLInputElement)
  const problem = byId('key-problem', HTMLElement)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const key = input.value.trim()
    if (key === '') return
    input.value = ''
    onKey(key)
  })

  return {
    /** @param {boolean} isInvalid  whether the last key was rejected */
    show(isInvalid) {
      setText(problem, isInvalid ? INVALID_KEY : '')
      input.setAttribute('aria-invalid', String(isInvalid))
      screen.hidden = false
      input.focus()
    },
    hide() {
      screen.hidden = true
    },
  }
}
