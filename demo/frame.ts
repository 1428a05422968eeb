import { anchor, writeDocument } from './markup.ts'
import { PUBLICATIONS } from './publications.ts'

/** A page's own parts; the frame adds what every page of a publication has. */
export interface Framed {
  host: number
  title: string
  description: string
  main: string
  aside?: string
  /** A link to the section above, if there is one. */
  crumb?: string
}

export function frame(framed: Framed, origins: readonly string[]): string {
  const { host, title, description, main, aside = '', crumb } = framed
  const front = anchor('/', 'Front page')
  const about = anchor('/about', 'About us')
  return writeDocument({
    title,
    site: PUBLICATIONS[host]!.name,
    description,
    nav: crumb === undefined ? [front, about] : [front, crumb, about],
    main,
    aside,
    footer: [
      front,
      about,
      anchor(`${origins[0]}/`, 'Part of the Commonplace family'),
      anchor(`mailto:desk@host-${host}.test`, 'Write to us'),
    ],
  })
}

export function writeNotFound(host: number, origins: readonly string[]): string {
  const main = '<p>There is no such page here. It may have moved, or never have been.</p>'
  return frame({ host, title: 'Page not found', description: 'Nothing here', main }, origins)
}
