import type { Check, VectorCase, VectorFile } from './area.ts'

export interface Result {
  vector: VectorCase
  file: VectorFile
  contested: boolean
  passed: boolean
}

/** Runs one case after another, so that checks do not affect each other's time or memory. */
export async function runCases(files: VectorFile[], check: Check): Promise<Result[]> {
  const results: Result[] = []
  for (const file of files) {
    for (const vector of file.cases) {
      const passed = await holds(check, vector, file)
      results.push({ vector, file, contested: isContested(vector, file), passed })
    }
  }
  return results
}

/** The product must not throw, so an exception is a wrong answer. */
async function holds(check: Check, vector: VectorCase, file: VectorFile): Promise<boolean> {
  try {
    return await check(vector, file)
  } catch {
    return false
  }
}

function isContested({ contested, basis }: VectorCase, { area }: VectorFile): boolean {
  if (contested === true) return true
  // Which URLs are the same, beyond the standard, is each crawler's policy.
  return area === 'url-normalise' && basis !== 'whatwg'
}
