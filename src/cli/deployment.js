import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, UsageError } from './errors.js'
/** @import { Args } from './args.js' */

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The URL and API key to use, from options, then the environment, then the local run.
 *
 * @param {Args} args
 * @param {NodeJS.ProcessEnv} env
 */
export function findDeployment(args, env) {
  const address = args.text('url') ?? env['DOWSER_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? 8787}`
  const url = parseUrl(address)
  const key = args.text('key') ?? env['DOWSER_API_KEY'] ?? keyOfLocalRun(url, env)
  if (key === undefined) {
    throw new CommandError(
      `No API key for ${url.origin}. Pass --key or set DOWSER_API_KEY. ` +
        'The key of a local run is found automatically in the folder where it was started.',
    )
  }
  return { url: url.href.replace(/\/+$/, ''), key }
}

/** @param {string} address */
function parseUrl(address) {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new UsageError(`--url must be an http or https URL, not "${address}".`)
  }
  const url = new URL(address)
  if (url.protocol === 'https:' || isLoopback(url)) return url
  throw new UsageError(`${url.origin} would receive the API key unencrypted. Use https.`)
}

/** @param {URL} url */
const isLoopback = ({ hostname }) => LOOPBACK.test(hostname)

/**
 * The key of the local run is sent to loopback addresses only.
 *
 * @param {URL} url
 * @param {NodeJS.ProcessEnv} env
 */
function keyOfLocalRun(url, env) {
  return isLoopback(url) ? readLocalKey(resolve(env['STATE_DIR'] ?? '.state')) : undefined
}

/**
 * The API key that `npm start` keeps in its state folder; undefined before the first start.
 *
 * @param {string} stateDir
 */
function readLocalKey(stateDir) {
  try {
    return /^API_KEY=(\S+)$/m.exec(readFileSync(join(stateDir, 'local.env'), 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
