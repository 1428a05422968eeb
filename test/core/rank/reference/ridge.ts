/** What was known of a node immediately before it was crawled, and the score it turned out to have. */
export interface Example {
  x: readonly number[]
  y: number
}

/** A7: w starts at 0 and P at C times the identity. */
export const RLS_C = 1000

/** The weights recursive least squares must reach: w = (XᵀX + I/C)⁻¹ Xᵀy. */
export function ridge(examples: readonly Example[], width: number): number[] {
  const matrix = Array.from({ length: width }, (_, i) =>
    Array.from({ length: width }, (__, j) => (i === j ? 1 / RLS_C : 0)),
  )
  const right = Array.from({ length: width }, () => 0)
  for (const { x, y } of examples) {
    for (let i = 0; i < width; i++) {
      right[i]! += x[i]! * y
      for (let j = 0; j < width; j++) matrix[i]![j]! += x[i]! * x[j]!
    }
  }
  return solve(matrix, right)
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * b[i]!, 0)
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let column = 0; column < rows.length; column++) {
    bringUpPivot(rows, column)
    for (let i = column + 1; i < rows.length; i++) eliminate(rows[i]!, rows[column]!, column)
  }
  return substituteBack(rows)
}

function bringUpPivot(rows: number[][], column: number): void {
  let pivot = column
  for (let i = column + 1; i < rows.length; i++) {
    if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i
  }
  const chosen = rows[pivot]!
  rows[pivot] = rows[column]!
  rows[column] = chosen
}

function eliminate(row: number[], pivot: readonly number[], column: number): void {
  const factor = row[column]! / pivot[column]!
  for (let j = column; j < row.length; j++) row[j]! -= factor * pivot[j]!
}

function substituteBack(rows: readonly (readonly number[])[]): number[] {
  const width = rows.length
  const solution = Array.from({ length: width }, () => 0)
  for (let i = width - 1; i >= 0; i--) {
    const row = rows[i]!
    // The unknowns not found yet are still 0 and add nothing.
    solution[i] = (row[width]! - dot(solution, row)) / row[i]!
  }
  return solution
}
