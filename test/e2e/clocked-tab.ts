import type { Browser, Page, Request } from 'playwright-core'

/** A tab of the dashboard whose clock the test moves, and which counts its requests to the API. */
export class ClockedTab {
  readonly page: Page
  readonly sent: string[] = []
  readonly #pending = new Set<Request>()

  private constructor(page: Page) {
    this.page = page
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/v1/')) return
      this.sent.push(`${request.method()} ${pathname}`)
      // A stream does not finish.
      if (!pathname.endsWith('/events')) this.#pending.add(request)
    })
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfinished', (request) => void this.#pending.delete(request))
    }
  }

  static async open(browser: Browser, url: string): Promise<ClockedTab> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const tab = new ClockedTab(page)
    await page.clock.install()
    await page.goto(url)
    return tab
  }

  /** Lets a minute of its clock pass, and returns the requests sent in it. */
  async minute(): Promise<string[]> {
    // An unpaused clock goes on by itself: on a busy machine the minute would be longer.
    await this.page.clock.pauseAt((await this.page.evaluate<number>('Date.now()')) + 100)
    await this.settled()
    const before = this.sent.length
    for (let second = 0; second < 60; second++) {
      await this.page.clock.runFor(1_000)
      await this.settled()
    }
    await this.page.clock.resume()
    return this.sent.slice(before)
  }

  /** Resolves when every request, and those that follow from it, has its response. */
  async settled(): Promise<void> {
    do await this.page.evaluate(() => new Promise((done) => queueMicrotask(() => done(0))))
    while (this.#pending.size > 0)
  }

  async setHidden(isHidden: boolean): Promise<void> {
    await this.page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))
    `)
  }

  status(): Promise<string | null> {
    return this.page.getByTestId('status').getAttribute('data-status')
  }

  async text(id: string): Promise<string> {
    return (await this.page.getByTestId(id).innerText()).trim()
  }

  close(): Promise<void> {
    return this.page.close()
  }
}
