import type { Page } from './plan.ts'
import { createRng, type Rng } from './rng.ts'

/** Where a page leads, by id of page and by where the link stands. */
export interface Links {
  /** A list that is the page's purpose, as on a section page. */
  list: readonly number[]
  /** Its name inside a sentence. */
  text: readonly number[]
  related: readonly number[]
}

export function linkPages(pages: readonly Page[]): Links[] {
  const groups: Groups = {
    children: Map.groupBy(pages, (page) => String(page.parent)),
    clusters: Map.groupBy(pages.filter(isClustered), clusterOf),
    hosts: Map.groupBy(pages.filter(isClustered), (page) => String(page.host)),
    topics: Map.groupBy(pages.filter(isClustered), (page) => page.topic.slug),
  }
  return pages.map((page) => linksOf(page, groups))
}

interface Groups {
  children: Map<string, Page[]>
  clusters: Map<string, Page[]>
  hosts: Map<string, Page[]>
  topics: Map<string, Page[]>
}

function linksOf(page: Page, groups: Groups): Links {
  const children = groups.children.get(String(page.id)) ?? []
  if (page.kind !== 'article' && page.kind !== 'section') {
    return { list: children.map(idOf), text: [], related: [] }
  }
  const rng = createRng('links', page.id)
  const afar = wander(rng, page, groups)
  if (page.kind === 'section') return { list: children.map(idOf), text: afar, related: [] }
  const near = distinct([...children.map(idOf), ...neighbours(rng, page, groups)])
  const others = rng.shuffled(near.filter((id) => id !== page.id))
  const half = Math.ceil(others.length / 2)
  const text = rng.shuffled(distinct([...others.slice(0, half), ...afar]))
  return { list: [], text, related: others.slice(half) }
}

/** Pages of the same cluster; early ones are chosen far more often and become hubs. */
function neighbours(rng: Rng, page: Page, groups: Groups): number[] {
  const cluster = groups.clusters.get(clusterOf(page))!
  return Array.from({ length: rng.between(4, 7) }, () => rng.pickEarly(cluster).id)
}

/** Links that leave the cluster: to the topic elsewhere, to the neighbourhood, to anywhere. */
function wander(rng: Rng, page: Page, groups: Groups): number[] {
  const away: number[] = []
  const sameTopic = groups.topics.get(page.topic.slug)!.filter(({ host }) => host !== page.host)
  const sameHost = groups.hosts.get(String(page.host))!.filter(({ topic }) => topic !== page.topic)
  if (rng.chance(0.4)) away.push(rng.pick(sameTopic.filter(isShallow)).id)
  if (rng.chance(0.4)) away.push(rng.pick(sameHost.filter(isShallow)).id)
  if (rng.chance(0.15)) {
    const topic = rng.pick([...groups.topics.values()])
    away.push(rng.pickEarly(topic).id)
  }
  return away
}

/** Strangers link to what is easy to find: sections and what these list themselves. */
function isShallow(page: Page): boolean {
  return page.level <= 3
}

function isClustered(page: Page): boolean {
  return page.kind === 'section' || page.kind === 'article'
}

function clusterOf(page: Page): string {
  return `${page.host}/${page.topic.slug}`
}

function idOf(page: Page): number {
  return page.id
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)]
}
