/** A URL in normal form, cut where the host ends: `https://a.test` and `/path?query`. */
export interface SplitUrl {
  origin: string
  path: string
}

export function splitUrl(url: string): SplitUrl {
  const hostAt = url.indexOf('//') + 2
  const pathAt = url.indexOf('/', hostAt)
  if (hostAt === 1 || pathAt === -1) throw new RangeError(`not a URL in normal form: ${url}`)
  return { origin: url.slice(0, pathAt), path: url.slice(pathAt) }
}
