/** What workerd offers of Node's module, as far as it is used here. */
declare module 'node:zlib' {
  export function deflateRawSync(bytes: Uint8Array, options: { level: number }): Uint8Array
  export function inflateRawSync(
    bytes: Uint8Array,
    options: { maxOutputLength: number; info?: true },
  ): Uint8Array
  export function createInflateRaw(options: { chunkSize: number }): InflateStream

  interface InflateStream {
    /** Bytes of the input that were used. */
    readonly bytesWritten: number
    on(event: 'data', listener: (chunk: Uint8Array) => void): void
    on(event: 'end' | 'error', listener: () => void): void
    end(bytes: Uint8Array): void
    destroy(): void
  }
}
