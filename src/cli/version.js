import { readFileSync } from 'node:fs'

/** @returns {string} */
export function version() {
  const file = new URL('../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}
