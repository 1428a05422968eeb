import { parentPort, workerData } from 'node:worker_threads'
import { timeTicks, type GrownCampaign } from './tick-times.ts'

parentPort!.postMessage(await timeTicks(workerData as GrownCampaign))
