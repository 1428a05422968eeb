/** For whom copies are kept, and what is assumed where a response does not say. */
export interface CacheRules {
  /** One copy serves several who ask, so that what is `private` to one is not kept. */
  shared: boolean
  /** How long an `immutable` response without a lifetime is taken for what it says. */
  immutableSeconds: number
  /** RFC 9111 §4.2.2: the part of the time since its last change that a page is trusted for. */
  guessedShare: number
  /**
   * `pre-check` and `post-check` were read by Internet Explorer 5 alone. Who sends them has copied
   * a recipe, such as PHP's for sessions, whose `no-store` says nothing about this page.
   */
  seesThroughRecipes: boolean
}

/** A crawler is a private cache: it asks as one, with the same headers every time. */
export const OWN_CACHE: CacheRules = {
  shared: false,
  // 1,000 days, which outlives any campaign.
  immutableSeconds: 86_400_000,
  guessedShare: 0.1,
  seesThroughRecipes: false,
}
