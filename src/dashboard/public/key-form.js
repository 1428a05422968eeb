import { byId, setText } from './dom.js'

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
    /** @param {string} message  why a key is needed again, or '' */
    show(message) {
      setText(problem, message)
      input.setAttribute('aria-invalid', String(message !== ''))
      screen.hidden = false
      input.focus()
    },
    hide() {
      screen.hidden = true
    },
  }
}
