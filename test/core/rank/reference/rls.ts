import { dot, RLS_C, type Example } from './ridge.ts'

/** Recursive least squares, one example at a time, nothing forgotten: k = Px / (1 + xᵀPx). */
export function rls(examples: readonly Example[], width: number): number[] {
  let w = Array.from({ length: width }, () => 0)
  let p: number[][] = Array.from({ length: width }, (_, i) =>
    Array.from({ length: width }, (__, j) => (i === j ? RLS_C : 0)),
  )
  for (const { x, y } of examples) {
    const px = p.map((row) => dot(row, x))
    const scale = 1 + dot(x, px)
    const k = px.map((value) => value / scale)
    const error = y - dot(w, x)
    w = w.map((weight, i) => weight + k[i]! * error)
    p = p.map((row, i) => row.map((value, j) => value - k[i]! * px[j]!))
  }
  return w
}
