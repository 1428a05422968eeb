import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Undefined if no browser is installed; `CHROMIUM` names one in an unusual place. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path))

if (chromiumPath === undefined) {
  console.warn(
    '\n*** SKIPPED: no Chromium found, so the dashboard is not tested in a browser. ***\n',
  )
}

/** Root needs no sandbox; the other flags keep the browser from calling home. */
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: FLAGS.split(' '),
  })
}
