import { runKeys } from './keys/command.ts'

process.exitCode = await runKeys(process.argv.slice(2), {
  env: process.env,
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
})
