import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'

/** https://sqlite.org/walformat.html: the index's header, the log's header and that of a frame. */
const INDEX_HEADER = { bytes: 48, pageSize: 14, lastFrame: 16, salt: 32 }
const LOG_HEADER_BYTES = 32
const FRAME_HEADER = { bytes: 24, salt: 8 }
const SALT_BYTES = 8

/**
 * Waits until a transaction of at least so many pages is half written to one of these SQLite files:
 * until there are frames in its write-ahead log that its index, which only knows of whole
 * transactions, does not know of. False when none came in time.
 */
export async function largeWrite(
  files: string[],
  pages: number,
  inTime: AbortSignal,
): Promise<boolean> {
  const open = files.filter((file) => existsSync(`${file}-wal`) && existsSync(`${file}-shm`))
  const watches = open.map((file) => new Watch(file, pages))
  try {
    while (!inTime.aborted) {
      if (watches.some((watch) => watch.hasBegun())) return true
      await breathe()
    }
    return false
  } finally {
    for (const watch of watches) watch.close()
  }
}

class Watch {
  readonly #pages: number
  readonly #index: number
  readonly #log: number
  readonly #header = Buffer.alloc(INDEX_HEADER.bytes)
  readonly #frame = Buffer.alloc(FRAME_HEADER.bytes)
  /** What an earlier crash left half written lies there from the start and is no news. */
  #wasThere = true

  constructor(file: string, pages: number) {
    this.#pages = pages
    this.#index = openSync(`${file}-shm`, 'r')
    this.#log = openSync(`${file}-wal`, 'r')
  }

  hasBegun(): boolean {
    const wasThere = this.#wasThere
    this.#wasThere = this.#isThere()
    return this.#wasThere && !wasThere
  }

  close(): void {
    closeSync(this.#index)
    closeSync(this.#log)
  }

  #isThere(): boolean {
    readSync(this.#index, this.#header, 0, INDEX_HEADER.bytes, 0)
    const pageSize = this.#header.readUInt16LE(INDEX_HEADER.pageSize)
    const frame = this.#header.readUInt32LE(INDEX_HEADER.lastFrame) + this.#pages
    const at = LOG_HEADER_BYTES + (frame - 1) * (FRAME_HEADER.bytes + pageSize)
    if (readSync(this.#log, this.#frame, 0, FRAME_HEADER.bytes, at) === 0) return false
    // Frames of before the log was begun anew carry another salt.
    return this.#frame
      .subarray(FRAME_HEADER.salt, FRAME_HEADER.salt + SALT_BYTES)
      .equals(this.#header.subarray(INDEX_HEADER.salt, INDEX_HEADER.salt + SALT_BYTES))
  }
}
