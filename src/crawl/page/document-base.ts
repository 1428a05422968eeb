import type { Element } from '../../standards/html/element.ts'
import { parseUrl } from '../../standards/url/url.ts'

/**
 * What the links of a page are relative to (HTML §4.2.3): the first `<base>` that has an address,
 * or the page itself if that address is none or would make every link data or a script.
 */
export function documentBase(elements: readonly Element[], pageUrl: string): string {
  const base = elements.find(
    ({ name, attributes, isInert }) => name === 'base' && !isInert && attributes.has('href'),
  )
  const url = base === undefined ? undefined : parseUrl(base.attributes.get('href')!, pageUrl)
  if (url === undefined || url.protocol === 'data:' || url.protocol === 'javascript:') {
    return pageUrl
  }
  return url.href
}
