/** Documentation of one Debian package is served, if at all, as a folder of its own. */
const PACKAGE = /^file:\/\/\/usr\/share\/doc\/[^/]+/
const ORIGIN = /^[a-z]+:\/\/[^/]*/

/**
 * The host of each node, numbered from 0: the origin of its URL. Files have none; of those in
 * `/usr/share/doc` the package takes its place.
 */
export function numberHosts(nodeCount: number, url: (node: number) => string): Uint32Array {
  const numbers = new Map<string, number>()
  const hosts = new Uint32Array(new SharedArrayBuffer(4 * nodeCount))
  for (let node = 0; node < nodeCount; node++) {
    const host = hostOf(url(node))
    const number = numbers.get(host) ?? numbers.size
    numbers.set(host, number)
    hosts[node] = number
  }
  return hosts
}

function hostOf(url: string): string {
  return (PACKAGE.exec(url) ?? ORIGIN.exec(url))?.[0] ?? ''
}
