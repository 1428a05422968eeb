import { parentPort } from 'node:worker_threads'
import { crawl, type CrawlJob } from './replay.ts'

// The thread behind one place of a pool. Nothing is handed over for good, hence the empty list.
parentPort!.on('message', (job: CrawlJob) => parentPort!.postMessage(crawl(job)))
