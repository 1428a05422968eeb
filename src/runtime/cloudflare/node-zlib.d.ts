/** What workerd offers of Node's module, as far as it is used here. */
declare module 'node:zlib' {
  export function deflateRawSync(bytes: Uint8Array, options: { level: number }): Uint8Array
  export function inflateRawSync(
    bytes: Uint8Array,
    options: { maxOutputLength: number },
  ): Uint8Array
}
