import { runConform } from './conform/cli.ts'

process.exitCode = await runConform(process.argv.slice(2), {
  // npm runs a script in the package's folder; paths are meant from where it was called.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
