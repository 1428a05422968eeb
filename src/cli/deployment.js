import { resolve } from 'node:path'
import { CommandFailed, UsageError } from './failures.js'
import { readLocalKey } from './local-key.js'
/** @import { Given } from './given.js' */

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Which deployment is meant, and with which key: the local run, unless something else is said.
 *
 * @param {Given} given
 * @param {NodeJS.ProcessEnv} env
 */
export function deployment(given, env) {
  const address =
    given.text('url') ?? env['DOWSER_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? 8787}`
  const url = parse(address)
  const key = given.text('key') ?? env['DOWSER_API_KEY'] ?? keyOfLocalRun(url, env)
  if (key === undefined) {
    throw new CommandFailed(
      `No key for ${url.origin}: give --key or set DOWSER_API_KEY. ` +
        'That of a local run is found by itself in the folder where it was started.',
    )
  }
  return { url: url.href.replace(/\/+$/, ''), key }
}

/** @param {string} address */
function parse(address) {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new UsageError(`--url must be an http or https address, not "${address}".`)
  }
  const url = new URL(address)
  if (url.protocol === 'https:' || isLoopback(url)) return url
  throw new UsageError(`On the way to ${url.origin} anybody could read the key: use https.`)
}

/** @param {URL} url */
const isLoopback = ({ hostname }) => LOOPBACK.test(hostname)

/**
 * Nobody else is ever sent it.
 *
 * @param {URL} url
 * @param {NodeJS.ProcessEnv} env
 */
function keyOfLocalRun(url, env) {
  return isLoopback(url) ? readLocalKey(resolve(env['STATE_DIR'] ?? '.state')) : undefined
}
