import type { DemoAnswer } from '../answer.ts'
import type { Topic } from '../topics/topic.ts'

/** Something a crawler meets that is not an ordinary page. */
export interface Oddity {
  name: string
  host: number
  /** What ordinary pages link to. */
  path: string
  /** Further pathnames that this oddity answers. */
  family?: RegExp
  /** The linking sentence, with `{link}`, and the words of the link. */
  lure: string
  anchor: string
  /** Linked from pages about this. */
  near: Topic
  /** Linked from the front page of its host as well. */
  onFront?: boolean
  answer(request: URL, origins: readonly string[]): DemoAnswer
}
