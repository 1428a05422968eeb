import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SiteServer } from './servers.ts'

export interface ArticleServerOptions {
  sites: number
  /** How long each answer takes. */
  answerMs: number
  gzip: boolean
}

const SERVER = fileURLToPath(new URL('article-server.ts', import.meta.url))

/** The endless site as articles, on several ports of another process. It ends with this one. */
export async function serveArticles(options: ArticleServerOptions): Promise<SiteServer> {
  const child = fork(SERVER, [JSON.stringify(options)])
  const ended = once(child, 'exit')
  return { home: await homeOf(child), stop: () => stop(child, ended) }
}

async function homeOf(child: ChildProcess): Promise<string> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('the server of the articles could not start')
  })
  const [home] = (await Promise.race([once(child, 'message'), failed])) as [string]
  return home
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect()
  await ended
}
