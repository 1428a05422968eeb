#!/usr/bin/env node
import { terminal } from './terminal.js'
import { run } from './run.js'

// Plain JavaScript: Node does not strip types below node_modules, where `npx` finds this.
process.exitCode = await run(process.argv.slice(2), terminal(process))
