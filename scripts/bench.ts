import { BadRequest, runBench } from '../src/lab/bench/bench-cli.ts'

try {
  await runBench(process.argv.slice(2), (line) => console.log(line))
} catch (error) {
  if (!(error instanceof BadRequest)) throw error
  console.error(error.message)
  process.exit(2)
}
