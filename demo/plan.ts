import { PORTAL_SECTIONS, type Publication, PUBLICATIONS, sectionPath } from './publications.ts'
import { createRng, type Rng } from './rng.ts'
import { TOPICS } from './topics/all.ts'
import { NOTES } from './topics/notes.ts'
import type { Topic } from './topics/topic.ts'
import { VOLCANOES } from './topics/volcanoes.ts'

/**
 * How a section hands out its articles: so many at once, and then so many behind each article.
 * Volcanoes go deep and the rest is broad, which is what a breadth-first crawler drowns in.
 */
const DEEP = { direct: 4, behindEach: 2.5 }
const BROAD = { direct: 14, behindEach: 3 }

/** All ordinary pages; the first one is the home page. */
export function planPages(): Page[] {
  const pages: Page[] = []
  for (const [host, publication] of PUBLICATIONS.entries()) addPublication(pages, host, publication)
  return pages
}

function addPublication(pages: Page[], host: number, publication: Publication): void {
  const bland = { host, topic: NOTES, subject: 'our work' }
  const front = add(pages, {
    ...bland,
    kind: 'front',
    title: publication.name,
    path: '/',
    parent: host === 0 ? undefined : 0,
  })
  add(pages, { ...bland, kind: 'about', title: 'About us', path: '/about', parent: front })
  const title = 'Subjects from A to Z'
  const index =
    host === 0
      ? add(pages, { ...bland, kind: 'index', title, path: '/subjects', parent: front })
      : front
  for (const topic of TOPICS) {
    if (publication.articles[topic.slug] === undefined) continue
    addSection(pages, { host, topic }, PORTAL_SECTIONS.includes(topic.slug) ? front : index)
  }
}

interface Cluster {
  host: number
  topic: Topic
}

function addSection(pages: Page[], { host, topic }: Cluster, parent: number): void {
  const publication = PUBLICATIONS[host]!
  const section = add(pages, {
    host,
    topic,
    kind: 'section',
    subject: createRng('section', host, topic.slug).pick(topic.subjects),
    title: publication.sectionTitle.replace('{topic}', topic.name),
    path: sectionPath(host, topic.slug),
    parent,
  })
  addArticles(pages, { host, topic }, section)
}

function addArticles(pages: Page[], { host, topic }: Cluster, section: number): void {
  const publication = PUBLICATIONS[host]!
  const rng = createRng('articles', host, topic.slug)
  const subjects = rng.shuffled(topic.subjects)
  const { direct, behindEach } = topic === VOLCANOES ? DEEP : BROAD
  const count = publication.articles[topic.slug]!
  for (let i = 0; i < count; i++) {
    const subject = subjects[i % subjects.length]!
    const title = headline(rng, publication, topic, subject)
    const parent = i < direct ? section : section + 1 + Math.floor((i - direct) / behindEach)
    const path = articlePath(publication, topic, title, pages.length)
    add(pages, { host, topic, kind: 'article', subject, title, path, parent })
  }
}

function headline(rng: Rng, publication: Publication, topic: Topic, subject: string): string {
  const text = rng.pick(publication.titles).replace('{noun}', rng.pick(topic.nouns))
  return text.startsWith('{subject}')
    ? text.replace('{subject}', subject)
    : text.replace('{subject}', subject.replace(/^The /, 'the '))
}

function articlePath(
  publication: Publication,
  topic: Topic,
  title: string,
  number: number,
): string {
  return publication.articlePath
    .replace('{topic}', topic.slug)
    .replace('{slug}', slugOf(title))
    .replace('{number}', String(1000 + 7 * number))
}

function slugOf(title: string): string {
  const ascii = title.normalize('NFKD').replace(/[^\p{ASCII}]/gu, '')
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

type Planned = Omit<Page, 'id' | 'level' | 'grade' | 'passing' | 'broken'>

function add(pages: Page[], planned: Planned): number {
  const id = pages.length
  const rng = createRng('page', id)
  const article = planned.kind === 'article'
  pages.push({
    ...planned,
    id,
    level: planned.parent === undefined ? 0 : pages[planned.parent]!.level + 1,
    grade: article ? rng.pick(['heavy', 'heavy', 'plain', 'plain', 'light'] as const) : 'plain',
    passing: article && planned.topic !== VOLCANOES && rng.chance(0.1),
    broken: article && rng.chance(0.02),
  })
  return id
}

type PageKind = 'front' | 'about' | 'index' | 'section' | 'article'

/** How much of a page's text is about its topic. */
export type Grade = 'heavy' | 'plain' | 'light'

/** An ordinary page of the demo web, before it is written. Its `id` is its place in the plan. */
export interface Page {
  id: number
  host: number
  kind: PageKind
  topic: Topic
  subject: string
  title: string
  path: string
  grade: Grade
  /** Says one thing about volcanoes, although it is about something else. */
  passing: boolean
  /** Written in careless HTML. */
  broken: boolean
  /** The page that surely links here, so that every page can be reached. */
  parent: number | undefined
  /** Steps from the home page along parents; other links may be shorter. */
  level: number
}
