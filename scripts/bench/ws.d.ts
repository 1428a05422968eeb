/** Types of the parts used here; the package brings none. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'

  export class WebSocket extends EventEmitter {
    constructor(url: string)
    send(text: string): void
    close(): void
  }
}
