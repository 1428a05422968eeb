import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { openApi } from '../src/api/description/openapi.ts'
import { ROUTES } from '../src/api/routes.ts'
import { generateLabels } from './client/generate-labels.ts'
import { generateTypes } from './client/generate-types.ts'
import { flagsModule, withSpecTable } from './client/spec-reference.ts'

const FLAGS = 'src/cli/spec-flags.js'
const GUIDE = 'docs/api.md'

writeFileSync('src/client/api-types.d.ts', await generateTypes(openApi(ROUTES)))
writeFileSync(FLAGS, flagsModule())
writeFileSync(GUIDE, withSpecTable(readFileSync(GUIDE, 'utf8')))
execFileSync('npx', ['oxfmt', FLAGS, GUIDE])
writeFileSync('src/client/outcome-labels.js', generateLabels())
