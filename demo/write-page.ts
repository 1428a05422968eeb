import { frame } from './frame.ts'
import type { Links } from './links.ts'
import { anchor, breakMarkup, escapeHtml, list, paragraph, withLink } from './markup.ts'
import type { Oddity } from './oddities/oddity.ts'
import type { Page } from './plan.ts'
import { createLures, type Voice, writeParagraphs, writeSentence } from './prose.ts'
import { PUBLICATIONS, sectionPath } from './publications.ts'
import { createRng, type Rng } from './rng.ts'
import { PASSING } from './topics/volcanoes.ts'

/** Everything a page needs to be written; the words come from its id alone. */
export interface Draft {
  page: Page
  pages: readonly Page[]
  links: Links
  oddities: readonly Oddity[]
  origins: readonly string[]
}

export function writePage(draft: Draft): string {
  const { page, origins } = draft
  const rng = createRng('prose', page.id)
  const parts = [
    writeWelcome(page),
    writeBody(draft, rng),
    writeList(draft, rng),
    writeContact(page),
  ]
  const html = frame(
    {
      host: page.host,
      title: page.title,
      description: descriptionOf(page),
      main: parts.filter((part) => part !== '').join('\n'),
      aside: writeRelated(draft, rng),
      ...crumbOf(page),
    },
    origins,
  )
  return page.broken ? breakMarkup(html) : html
}

function descriptionOf({ kind, host, topic, subject }: Page): string {
  if (kind === 'article') return `${subject}, ${topic.name.toLowerCase()} and more`
  return kind === 'section' ? topic.name : PUBLICATIONS[host]!.tagline
}

function writeWelcome({ kind, host }: Page): string {
  if (kind !== 'front') return ''
  const { name, tagline } = PUBLICATIONS[host]!
  return paragraph(escapeHtml(`${name} is ${tagline}.`))
}

function writeBody(draft: Draft, rng: Rng): string {
  const { page } = draft
  const voice: Voice = { rng, topic: page.topic, subject: page.subject }
  const written = writeParagraphs(voice, page.grade)
  // Pages whose purpose is a list say less.
  const paragraphs = page.kind === 'article' ? written : written.slice(0, 2)
  const blocks = paragraphs.map((sentences) => sentences.map(escapeHtml))
  for (const sentence of linkingSentences(draft, rng)) insert(rng, blocks, sentence)
  if (page.passing) insert(rng, blocks, escapeHtml(rng.pick(PASSING)))
  const html = blocks.map((sentences) => paragraph(sentences.join(' ')))
  if (page.kind === 'article') html.splice(2, 0, heading(rng.pick(page.topic.nouns), 'more'))
  return html.join('\n')
}

function linkingSentences(draft: Draft, rng: Rng): string[] {
  const lures = createLures(rng)
  const ordinary = draft.links.text.map((id) => {
    const target = draft.pages[id]!
    const link = anchor(hrefTo(target, draft, rng), wordsFor(target, rng))
    return withLink(lures(target.topic, target.subject), link)
  })
  const odd = draft.oddities.map((oddity) => {
    const origin = oddity.host === draft.page.host ? '' : draft.origins[oddity.host]!
    return withLink(oddity.lure, anchor(origin + oddity.path, oddity.anchor))
  })
  return [...ordinary, ...odd]
}

/** Never first in its paragraph, so that a link has a sentence before it. */
function insert(rng: Rng, blocks: readonly string[][], sentence: string): void {
  const block = rng.pick(blocks)
  block.splice(rng.between(1, block.length), 0, sentence)
}

function wordsFor(target: Page, rng: Rng): string {
  if (target.kind !== 'article') return target.title
  const subject = target.subject.replace(/^The /, 'the ')
  return rng.pick([target.title, subject, `${subject} and its ${rng.pick(target.topic.nouns)}`])
}

function hrefTo(target: Page, { page, origins }: Draft, rng: Rng): string {
  const origin = origins[target.host]!
  if (target.host !== page.host) {
    const tag = rng.chance(0.1) ? `?utm_source=host-${page.host}` : ''
    return origin + target.path + tag
  }
  if (rng.chance(0.1)) return origin + target.path
  return rng.chance(0.1) ? `${target.path}#more` : target.path
}

function writeList(draft: Draft, rng: Rng): string {
  const items = draft.links.list.map((id) => {
    const target = draft.pages[id]!
    const link = anchor(hrefTo(target, draft, rng), target.title)
    const blurb = escapeHtml(blurbFor(target, rng))
    return blurb === '' ? link : `${link}: ${blurb}`
  })
  return items.length === 0 ? '' : `${heading('Contents')}\n${list(items)}`
}

function blurbFor(target: Page, rng: Rng): string {
  if (target.kind === 'front') return PUBLICATIONS[target.host]!.tagline
  if (target.kind === 'about' || target.kind === 'index') return ''
  return writeSentence({ rng, topic: target.topic, subject: target.subject })
}

function writeRelated(draft: Draft, rng: Rng): string {
  const items = draft.links.related.map((id) => {
    const target = draft.pages[id]!
    return anchor(hrefTo(target, draft, rng), target.title)
  })
  return items.length === 0 ? '' : `<aside>\n${heading('Related')}\n${list(items)}\n</aside>\n`
}

/** Links that are not pages: a crawler has to leave them alone. */
function writeContact(page: Page): string {
  const reply = anchor('javascript:void(0)', 'Reply')
  if (page.kind === 'about') return paragraph(`${anchor('tel:+4912345', 'Call us')} or ${reply}`)
  return page.kind === 'article' && page.host === 4 ? paragraph(reply) : ''
}

function crumbOf({ kind, host, topic }: Page): { crumb?: string } {
  return kind === 'article' ? { crumb: anchor(sectionPath(host, topic.slug), topic.name) } : {}
}

function heading(text: string, id?: string): string {
  const attribute = id === undefined ? '' : ` id="${id}"`
  return `<h2${attribute}>${escapeHtml(text.charAt(0).toUpperCase() + text.slice(1))}</h2>`
}
