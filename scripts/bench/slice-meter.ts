import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { countedLog } from '../../src/core/campaign/readers.ts'
import type { OpeningPorts } from '../../src/core/campaign/log/opening.ts'

export interface SliceFigures {
  slices: number
  /** Read from the log in one slice. */
  maxRecords: number
  /** Processor time of the process, its garbage collector included. */
  maxCpuSeconds: number
  cpuSeconds: number
  /** V8's heap and the buffers of typed arrays: the most that was held after a slice, garbage collected. */
  heldMb: number
  /** With the garbage of one slice. */
  peakMb: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What each slice of some work takes. */
export class SliceMeter {
  readonly figures: SliceFigures = {
    slices: 0,
    maxRecords: 0,
    maxCpuSeconds: 0,
    cpuSeconds: 0,
    heldMb: 0,
    peakMb: 0,
  }
  #records = 0

  constructor() {
    collectGarbage()
  }

  watch<P extends OpeningPorts>(ports: P): P {
    return { ...ports, log: countedLog(ports.log, () => this.#records++) }
  }

  slice<T>(work: () => T): T {
    const { figures } = this
    this.#records = 0
    const began = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(began)
    const seconds = (user + system) / 1e6
    figures.slices++
    figures.cpuSeconds += seconds
    figures.maxCpuSeconds = Math.max(figures.maxCpuSeconds, seconds)
    figures.maxRecords = Math.max(figures.maxRecords, this.#records)
    figures.peakMb = Math.max(figures.peakMb, usedMb())
    this.heldMb()
    return result
  }

  /** Once its garbage is collected. */
  heldMb(): number {
    collectGarbage()
    const held = usedMb()
    this.figures.heldMb = Math.max(this.figures.heldMb, held)
    return held
  }
}

function usedMb(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

/** Twice: the buffers that one collection finds are let go by the next. */
function collectGarbage(): void {
  collect()
  collect()
}
