import type { Archive } from '../../lib/archive.ts'
import { MAX_GROUPS_OF_NODES } from '../graph/bins.ts'
import type { EdgeClasses } from '../graph/known-links.ts'
import { cosine, tagPathFeatures } from './features/tag-path.ts'

/** Class 0 is that of links of which nothing is known. */
const UNKNOWN = 0
const MAX_CLASSES = MAX_GROUPS_OF_NODES - 1

/**
 * Classes of links by the paths of tags under which they stand. A path belongs to the class whose
 * first path it is most similar to; if none is similar enough, it is the first of a new class.
 * Only the first path of each class is kept, so a record that tells it tells all.
 */
export class LinkClasses {
  /** The features of each class's first path; the first is of class 1. */
  readonly #first: (readonly number[])[] = []
  readonly #minCosine: number

  constructor(minCosine: number) {
    this.#minCosine = minCosine
  }

  get length(): number {
    return this.#first.length
  }

  /** The classes of links that stand under these paths; undefined if there is no path. Changes nothing. */
  classify(paths: readonly (string | undefined)[]): EdgeClasses | undefined {
    if (paths.every((path) => path === undefined)) return undefined
    const known = this.#first.length
    const all = [...this.#first]
    const ofPath = new Map<string, number>()
    const ofEdges = paths.map((path) => {
      if (path === undefined) return UNKNOWN
      const group = ofPath.get(path) ?? this.#classOf(tagPathFeatures(path), all)
      ofPath.set(path, group)
      return group
    })
    return { ofEdges, known, added: all.slice(known) }
  }

  /** Learns the classes that a page brought; what is known already is passed over. */
  learn({ known, added }: EdgeClasses): void {
    for (const [i, features] of added.entries()) {
      if (known + i === this.#first.length) this.#first.push(features)
    }
  }

  archive(archive: Archive): void {
    const length = archive.number(this.#first.length)
    for (let i = 0; i < length; i++) this.#first[i] = archive.integers(this.#first[i] ?? [])
  }

  /** The class of a path; a new one is appended. If there is no room for one, the most similar. */
  #classOf(features: readonly number[], all: (readonly number[])[]): number {
    let [best, similarity] = [UNKNOWN, 0]
    for (const [i, first] of all.entries()) {
      const other = cosine(features, first)
      if (other > similarity) [best, similarity] = [i + 1, other]
    }
    if (similarity >= this.#minCosine || all.length >= MAX_CLASSES) return best
    return all.push(features)
  }
}
