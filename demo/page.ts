import type { Topic } from './topics/topic.ts'

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
