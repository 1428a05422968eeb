/**
 * Runs `work` again and again, one at a time, and only while the tab is visible.
 *
 * @param {(signal: AbortSignal) => Promise<number>} work  answers how many ms to wait before the
 *   next run; Infinity waits for `now`
 */
export function poll(work) {
  const ended = new AbortController()
  const { signal } = ended
  let timer = 0
  let busy = false
  let wanted = false

  async function run() {
    clearTimeout(timer)
    if (signal.aborted) return
    wanted = busy || document.hidden
    if (wanted) return
    busy = true
    const waitMs = await work(signal).finally(() => (busy = false))
    if (signal.aborted) return
    if (wanted) return void run()
    if (waitMs !== Infinity) timer = setTimeout(run, waitMs)
  }

  const whenShown = () => void (wanted && !document.hidden && run())
  document.addEventListener('visibilitychange', whenShown, { signal })
  void run()

  return {
    now: () => void run(),
    stop: () => {
      ended.abort()
      clearTimeout(timer)
    },
  }
}
