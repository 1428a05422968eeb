/** A web whose pages have the word so often in their text, in their title, URL and anchors. */
export interface Web {
  occurrences: number[]
  inTitle: boolean[]
  inUrl: boolean[]
  links: { to: number; inAnchor: boolean }[][]
}

export interface HotOptions {
  hotBy: 'links' | 'pages'
  hotOrder: 'breadth' | 'backlink'
  promote: 'no' | 'yes'
}

/** Algorithms 5.2 and 5.3 with two lists, as printed, but for the loop that would never begin. */
export function crawlByLists(web: Web, options: HotOptions): number[] {
  const lists = new TwoLists(web, options)
  for (let node: number | undefined = 0; node !== undefined; node = lists.next()) lists.crawl(node)
  return [...lists.crawled]
}

class TwoLists {
  readonly crawled = new Set<number>()
  readonly #web: Web
  readonly #options: HotOptions
  #hot: number[] = []
  #cold: number[] = []
  /** The nodes in the order of their discovery. */
  readonly #seen = [0]
  readonly #linksSeen: number[]
  readonly #distance: number[]

  constructor(web: Web, options: HotOptions) {
    this.#web = web
    this.#options = options
    this.#linksSeen = web.links.map(() => 0)
    this.#distance = web.links.map(() => Infinity)
  }

  next(): number | undefined {
    return this.#hot.shift() ?? this.#cold.shift()
  }

  crawl(node: number): void {
    const { occurrences, inTitle, links } = this.#web
    this.crawled.add(node)
    if (occurrences[node]! >= 10 || inTitle[node]) this.#distance[node] = 0
    for (const { to } of links[node]!) if (!this.#seen.includes(to)) this.#seen.push(to)
    for (const link of links[node]!) this.#follow(node, link)
    this.#hot = this.#inOrder(this.#hot)
    this.#cold = this.#inOrder(this.#cold)
  }

  #follow(from: number, { to, inAnchor }: { to: number; inAnchor: boolean }): void {
    this.#linksSeen[to]!++
    if (this.crawled.has(to)) return
    this.#distance[to] = Math.min(this.#distance[to]!, this.#distance[from]! + 1)
    const isNear = this.#options.hotBy === 'pages' && this.#distance[from]! + 1 < 3
    this.#enqueue(to, inAnchor || this.#web.inUrl[to]! || isNear)
  }

  #enqueue(node: number, isHot: boolean): void {
    if (this.#hot.includes(node)) return
    if (!this.#cold.includes(node)) return void (isHot ? this.#hot : this.#cold).push(node)
    if (!isHot || this.#options.promote === 'no') return
    this.#hot.push(...this.#cold.splice(this.#cold.indexOf(node), 1))
  }

  #inOrder(queue: readonly number[]): number[] {
    const isByLinks = this.#options.hotOrder === 'backlink'
    return queue.toSorted((a, b) => {
      const lead = isByLinks ? this.#linksSeen[b]! - this.#linksSeen[a]! : 0
      return lead || this.#seen.indexOf(a) - this.#seen.indexOf(b)
    })
  }
}
