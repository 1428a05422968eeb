import { bodyOf } from './failures.js'
/** @import { Method, PathOf, Request, Result } from '../client/calls.ts' */
/** @import { World } from './command.js' */

/**
 * What the API answers; whatever else comes of it is thrown.
 *
 * @template {Method} M
 * @template {PathOf<M>} P
 * @param {World} world
 * @param {M} method
 * @param {P} path
 * @param {Request<M, P>} request
 * @returns {Promise<Result<M, P>>}
 */
export const ask = ({ client, terminal }, method, path, request) =>
  bodyOf(client.call(method, path, { ...request, signal: terminal.signal }))
