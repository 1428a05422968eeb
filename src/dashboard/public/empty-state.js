import { byId, setText } from './dom.js'

/**
 * Shows how to start a first campaign. The command has a placeholder for the key; its copy has the key.
 *
 * @param {() => string | null} readKey
 */
export function emptyState(readKey) {
  const copy = byId('copy-command', HTMLButtonElement)
  const result = byId('copy-result', HTMLElement)
  setText(byId('start-command', HTMLElement), startCommand('YOUR_KEY'))

  // Only secure pages have access to the clipboard.
  copy.hidden = !window.isSecureContext
  copy.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(startCommand(readKey() ?? 'YOUR_KEY')).then(
      () => true,
      () => false,
    )
    setText(result, copied ? 'Copied.' : 'The browser denied access to the clipboard.')
  })
}

/** @param {string} key */
function startCommand(key) {
  return [
    `curl ${location.origin}/v1/campaigns \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{`,
    `    "name": "Groundwater",`,
    `    "topic": { "keywords": ["groundwater", "aquifer", "well"] },`,
    `    "seeds": ["https://en.wikipedia.org/wiki/Groundwater"],`,
    `    "budget": 200`,
    `  }'`,
  ].join('\n')
}
