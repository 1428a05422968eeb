import { BadRequest } from '../src/lab/bench/bench-cli.ts'
import { BadOption } from '../src/lab/option-value.ts'
import { runBenches } from './bench/benches.ts'

try {
  await runBenches(process.argv.slice(2), (line) => console.log(line))
} catch (error) {
  if (!(error instanceof BadOption || error instanceof BadRequest)) throw error
  console.error(error.message)
  process.exit(2)
}
