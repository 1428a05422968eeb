import type { Check, VectorCase, VectorFile } from './area.ts'

export interface Result {
  vector: VectorCase
  file: VectorFile
  contested: boolean
  passed: boolean
}

/** One after another: what a check does to the clock or to memory is no other's business. */
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

/** No exception may escape the product, so one is a wrong answer. */
async function holds(check: Check, vector: VectorCase, file: VectorFile): Promise<boolean> {
  try {
    return await check(vector, file)
  } catch {
    return false
  }
}

function isContested({ contested, basis }: VectorCase, { area }: VectorFile): boolean {
  if (contested === true) return true
  // Beyond the standard, what is one URL and what is two is each crawler's policy.
  return area === 'url-normalise' && basis !== 'whatwg'
}
