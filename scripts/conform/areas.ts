import type { Check } from './area.ts'
import { CannotRun } from './cannot-run.ts'

/** Loaded one at a time, so that an error in one area does not break another. */
const CHECKS: Record<string, () => Promise<{ check: Check }>> = {
  robots: () => import('./areas/robots.ts'),
  'url-normalise': () => import('./areas/url-normalise.ts'),
  'html-links': () => import('./areas/html-links.ts'),
  charset: () => import('./areas/charset.ts'),
  sitemap: () => import('./areas/sitemap.ts'),
  'robots-tags': () => import('./areas/robots-tags.ts'),
  'http-cache': () => import('./areas/http-cache.ts'),
  domains: () => import('./areas/domains.ts'),
  ssrf: () => import('./areas/ssrf.ts'),
}

export const AREAS = Object.keys(CHECKS)

export async function loadCheck(area: string): Promise<Check> {
  const load = CHECKS[area]
  if (load === undefined) {
    throw new CannotRun(`no area is called "${area}"; the areas are ${AREAS.join(', ')}`)
  }
  const { check } = await load()
  return check
}
