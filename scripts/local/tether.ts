import { spawn } from 'node:child_process'

/**
 * Runs a command in this process's group and ends the whole group when whoever started this is
 * gone, however it went: that closes our standard input. So not even `kill -9` leaves a server
 * behind that holds the port.
 */
const GRACE_MS = 5_000

const [command, ...args] = process.argv.slice(2)
const child = spawn(command!, args, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('exit', (code) => process.exit(code ?? 1))

// The group's signals are for the command; it takes us along when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.stdin.resume().once('close', () => {
  process.kill(0, 'SIGTERM')
  setTimeout(() => process.kill(0, 'SIGKILL'), GRACE_MS)
})
