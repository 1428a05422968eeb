/** A file of conformance cases, as other crawlers and standards bodies test for them. */
export interface VectorFile {
  area: string
  source: string
  cases: VectorCase[]
}

export interface VectorCase {
  name: string
  kind?: string
  /** Suites contradict each other, or it is one peer's policy: counted apart. */
  contested?: boolean
  /** Of url-normalise, `policy` is what peers do beyond the standard; counted apart as well. */
  basis?: string
  [field: string]: unknown
}

/** Whether the product's own code gives the answer that the case expects. */
export type Check = (vector: VectorCase, file: VectorFile) => boolean | Promise<boolean>
