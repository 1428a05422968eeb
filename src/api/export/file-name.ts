/** The random end of an id distinguishes campaigns of the same name. */
const ID_END_CHARS = 6
const MAX_NAME_CHARS = 60

/** The name of a campaign's file without its extension: `volcanoes-8r0zvb`. */
export function fileStem(name: string, id: string): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, MAX_NAME_CHARS).join('')
  return `${slug || 'campaign'}-${id.slice(-ID_END_CHARS)}`
}

/** A `Content-Disposition` (RFC 6266): in ASCII, and verbatim if that differs. */
export function attachment(fileName: string): string {
  const plain = asciiOf(fileName)
  const extended = plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return `attachment; filename="${plain}"${extended}`
}

/** Letters lose their accents; other characters are dropped. */
export function asciiOf(fileName: string): string {
  const bare = fileName.normalize('NFKD').replaceAll(/[^\w.-]+/g, '')
  return bare.replace(/^-+/, '')
}
