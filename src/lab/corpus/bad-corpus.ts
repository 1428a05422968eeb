/** What is wrong with a corpus, where, and what would mend it. */
export interface Flaw {
  /** The file or folder, or the words that were asked for. */
  file: string
  /** A line, a byte or a node of the file. */
  at?: string
  what: string
  mend: string
}

export class BadCorpus extends Error {
  readonly file: string
  readonly at: string | undefined
  constructor(flaw: Flaw, options?: ErrorOptions) {
    const place = flaw.at === undefined ? flaw.file : `${flaw.file}, ${flaw.at}`
    super(`${place}: ${flaw.what}; ${flaw.mend}`, options)
    this.file = flaw.file
    this.at = flaw.at
  }
}

export class UnknownTopic extends BadCorpus {
  readonly topic: string
  readonly known: readonly string[]
  constructor(topic: string, known: readonly string[], flaw: Omit<Flaw, 'mend'>) {
    super({ ...flaw, mend: `topics of this corpus: ${known.join(', ') || 'none'}` })
    this.topic = topic
    this.known = known
  }
}
