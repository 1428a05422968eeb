/** Campaigns of one name are told apart by the end of their ids, which is random. */
const ID_END_CHARS = 6
const MAX_NAME_CHARS = 60

/** What the file of a campaign is called, without its extension: `volcanoes-8r0zvb`. */
export function fileStem(name: string, id: string): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, MAX_NAME_CHARS).join('')
  return `${slug || 'campaign'}-${id.slice(-ID_END_CHARS)}`
}

/** A `Content-Disposition` (RFC 6266): in ASCII, and again as it is where that is not the same. */
export function attachment(fileName: string): string {
  const plain = asciiOf(fileName)
  const extended = plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return `attachment; filename="${plain}"${extended}`
}

/** Letters lose their accents; what has no ASCII letter below them is left out. */
export function asciiOf(fileName: string): string {
  const bare = fileName.normalize('NFKD').replaceAll(/[^\w.-]+/g, '')
  return bare.replace(/^-+/, '')
}
