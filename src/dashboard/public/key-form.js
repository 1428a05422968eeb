import { byId, setText } from './dom.js'

const REFUSED =
  'This key is not valid here: it may be mistyped, revoked or expired. A local run prints its key ' +
  'when it starts; for any other installation ask whoever runs it.'

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
    /** @param {boolean} isRefused  whether the last key was not taken */
    show(isRefused) {
      setText(problem, isRefused ? REFUSED : '')
      input.setAttribute('aria-invalid', String(isRefused))
      screen.hidden = false
      input.focus()
    },
    hide() {
      screen.hidden = true
    },
  }
}
