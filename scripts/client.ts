import { writeFileSync } from 'node:fs'
import { openApi } from '../src/api/description/openapi.ts'
import { ROUTES } from '../src/api/routes.ts'
import { generateTypes } from './client/generate-types.ts'

writeFileSync('src/client/api-types.d.ts', await generateTypes(openApi(ROUTES)))
