/** That a client's key stands for one thing, made or about to be made by one request. */
export interface Claim {
  owner: string
  /** The client's own. */
  key: string
  /** Of what was asked for. */
  bodyHash: string
  /** The id of what was made of it. */
  resource: string
}

/** How long the same key means the same. */
export const CLAIM_MS = 24 * 3_600_000

/** The claims of all owners. */
export interface Claims {
  find: (owner: string, key: string) => Promise<Claim | undefined>
  /** The first to claim a key has it: everybody gets the claim that stands. */
  claim: (claim: Claim, now: number) => Promise<Claim>
}
