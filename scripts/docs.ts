import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './docs/ranking-tables.ts'

const PAGE = 'docs/ranking.md'
writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')))
