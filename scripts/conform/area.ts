/** A file of conformance cases of another crawler or a standards body. */
export interface VectorFile {
  area: string
  source: string
  cases: VectorCase[]
}

export interface VectorCase {
  name: string
  kind?: string
  /** Suites contradict each other, or it is one peer's policy: counted separately. */
  contested?: boolean
  /** `policy` marks what peers do beyond the standard in url-normalise; counted separately too. */
  basis?: string
  [field: string]: unknown
}

/** Whether the product's own code gives the expected answer. */
export type Check = (vector: VectorCase, file: VectorFile) => boolean | Promise<boolean>
