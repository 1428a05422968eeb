/** What is used here of the package, which brings no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'

  export class WebSocket extends EventEmitter {
    constructor(url: string)
    send(text: string): void
    close(): void
  }
}
