/**
 * Runs `work` repeatedly, never twice at once, and only while the tab is visible.
 *
 * @param {(signal: AbortSignal) => Promise<number>} work  returns how many ms to wait before the
 *   next run; Infinity waits for `now`
 */
export function poll(work) {
  const ended = new AbortController()
  const { signal } = ended
  let timer = 0
  let isBusy = false
  let isWanted = false

  async function run() {
    clearTimeout(timer)
    if (signal.aborted) return
    isWanted = isBusy || document.hidden
    if (isWanted) return
    isBusy = true
    const waitMs = await work(signal).finally(() => (isBusy = false))
    if (signal.aborted) return
    if (isWanted) return void run()
    if (waitMs !== Infinity) timer = setTimeout(run, waitMs)
  }

  const onVisibilityChange = () => void (isWanted && !document.hidden && run())
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  void run()

  return {
    now: () => void run(),
    stop: () => {
      ended.abort()
      clearTimeout(timer)
    },
  }
}
