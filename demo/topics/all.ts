import { BREAD } from './bread.ts'
import { CHESS } from './chess.ts'
import { CLOCKS } from './clocks.ts'
import { JAZZ } from './jazz.ts'
import { NOTES } from './notes.ts'
import { ORCHIDS } from './orchids.ts'
import { SAILING } from './sailing.ts'
import type { Topic } from './topic.ts'
import { VOLCANOES } from './volcanoes.ts'

export const TOPICS: readonly Topic[] = [
  JAZZ,
  BREAD,
  SAILING,
  CHESS,
  ORCHIDS,
  VOLCANOES,
  CLOCKS,
  NOTES,
]
