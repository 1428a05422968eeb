/** As much of a terminal as is needed here. */
export interface Console {
  isTTY?: boolean
  write(text: string): unknown
}

const BAR_WIDTH = 24
/** Between lines where there is no terminal to draw on. */
const LINE_EVERY_MS = 10_000

/** How far a long run has come: a bar on a terminal, a line now and then elsewhere. */
export class ProgressBar {
  readonly #console: Console
  #toldAt = performance.now()
  #isDrawn = false

  constructor(console: Console) {
    this.#console = console
  }

  tell(label: string, done: number, total: number): void {
    if (this.#console.isTTY) return this.#draw(label, done, total)
    if (performance.now() - this.#toldAt < LINE_EVERY_MS) return
    this.#toldAt = performance.now()
    this.#console.write(`${label}: ${done} of ${total}\n`)
  }

  /** Before anything else is written. */
  clear(): void {
    if (this.#isDrawn) this.#console.write('\r\u001B[K')
    this.#isDrawn = false
  }

  #draw(label: string, done: number, total: number): void {
    const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * done) / total)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    this.#console.write(`\r\u001B[K${bar} ${label} ${done} of ${total}`)
    this.#isDrawn = true
  }
}
