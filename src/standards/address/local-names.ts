/**
 * Ends of names that never lead out of a machine or a network: RFC 6761 (localhost), RFC 6762
 * (local, and in appendix G what networks use on their own), RFC 8375 (home.arpa), ICANN's
 * reservation of 2024 (internal, which is where clouds keep their metadata).
 */
const LOCAL =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** A name no public server has. One without a dot is looked up in the network it is said in. */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return !name.includes('.') || name.split('.').includes('') || LOCAL.test(name)
}
