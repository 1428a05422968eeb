import { parentPort, workerData } from 'node:worker_threads'
import { BENCHED, benchStep } from './step-bench.ts'

const { policy, frontier } = workerData as { policy: string; frontier: number }
parentPort!.postMessage(benchStep(BENCHED[policy]!.policy, frontier))
