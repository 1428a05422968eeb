import type { ApiDeps } from '../context.ts'
import { invalidFields } from '../http/http-error.ts'

/** The table of fields has the bounds of the widest platform; this one may be narrower. */
export function assertParallel(
  parallel: number | undefined,
  { maxParallel }: Pick<ApiDeps, 'maxParallel'>,
): void {
  if (parallel === undefined || parallel <= maxParallel) return
  const message = `must be at most ${maxParallel} on this deployment`
  throw invalidFields('invalid_body', [{ path: 'parallel', message }])
}
