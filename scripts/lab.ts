import { runLab } from '../src/lab/cli.ts'

process.exitCode = await runLab(process.argv.slice(2), process)
