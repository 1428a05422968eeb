import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchBrowser } from './chromium.ts'
import { ClockedTab } from './clocked-tab.ts'
import { freePorts, newStateDir, Product } from './product.ts'

describe.skipIf(chromiumPath === undefined)('the dashboard', () => {
  let product: Product
  let browser: Browser
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    product = await Product.start(await freePorts(), newStateDir())
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
  })

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const text = async (id: string) => (await page.getByTestId(id).innerText()).trim()
  const number = async (id: string) => Number((await text(id)).replaceAll(',', ''))

  test('asks for the key and says if it is invalid', async () => {
    await page.goto(`http://127.0.0.1:${product.port}/`)
    await page.getByTestId('key-input').fill('nonsense')
    await page.getByTestId('key-submit').click()
    await expect.poll(() => text('key-problem')).toMatch(/^This key is not valid here/)
    expect(await text('key-problem')).not.toMatch(/Authorization|Bearer|HTTP/)
    // The browser itself reports the refused request.
    problems.length = 0
  })

  test('opens with the printed link, and removes the key from the URL', async () => {
    await page.goto(`http://127.0.0.1:${product.port}/#key=${product.apiKey}`)
    await page.reload()
    await expect.poll(() => text('campaign-name')).toBe('Volcanoes of the world')
    expect(page.url()).not.toContain(product.apiKey)
  })

  test('shows the campaign live', async () => {
    expect(await page.getByTestId('status').getAttribute('data-status')).toBe('running')
    const before = await number('fetched')
    await expect.poll(() => number('fetched'), { timeout: 25_000 }).toBeGreaterThan(before + 3)
    expect(await number('relevant')).toBeGreaterThan(0)
    expect(await page.getByTestId('page-row').count()).toBeGreaterThan(3)
    expect(await page.getByTestId('campaign-item').count()).toBe(1)
  })

  test('breaks down the fetches into figures that add up', async () => {
    // One evaluation, because the crawl goes on meanwhile.
    const [fetched, pages, others, note] = await page.evaluate<string[]>(
      `['fetched', 'pages', 'others', 'others-note'].map((id) =>
         document.getElementById(id).textContent.replaceAll(/,(?=\\d)/g, ''))`,
    )
    expect(Number(pages) + Number(others)).toBe(Number(fetched))
    const parts = [...note!.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Number(others))
    expect(note).toMatch(/\d+ failed/)
  })

  test('shows cost and memory', async () => {
    expect(await text('cost')).toMatch(/^\$\d+\.\d\d$/)
    expect(await text('cost-note')).toMatch(/^\$0\.\d+ so far$/)
    expect(await text('rows')).toMatch(/^\d\.\d\d \+ \d\.\d\d$/)
    expect(await number('free-pages')).toBeGreaterThan(10_000)
    expect(await number('memory-used')).toBe(1)
    expect(await text('shelved')).toBe('holds the whole frontier')
    expect(await text('side-requests')).toMatch(/^\d side requests?$/)
  })

  test('says so if the log of a campaign cannot be read, and shows the campaign once it can', async () => {
    const { campaigns } = await product.client.get<{ campaigns: { id: string }[] }>('/v1/campaigns')
    const tab = await ClockedTab.open(
      browser,
      `http://127.0.0.1:${product.port}/#key=${product.apiKey}`,
    )
    await expect.poll(() => tab.text('campaign-name')).toBe('Volcanoes of the world')
    const path = `**/v1/campaigns/${campaigns[0]!.id}`
    const error = { code: 'campaign_unreadable', message: 'Record 2 cannot be read.' }
    await tab.page.route(path, (route) => route.fulfill({ status: 503, json: { error } }))
    await tab.minute()
    await expect.poll(() => tab.text('missing')).toMatch(/Record 2 cannot be read\./)
    expect(await tab.page.getByTestId('campaign').isVisible()).toBe(false)
    await tab.page.unroute(path)
    await tab.minute()
    await expect.poll(() => tab.page.getByTestId('campaign').isVisible()).toBe(true)
    await tab.close()
  })

  test('pauses and resumes it', async () => {
    await page.getByTestId('pause').click()
    const status = () => page.getByTestId('status').getAttribute('data-status')
    await expect.poll(status).toBe('paused')
    const { campaigns } = await product.client.get<{ campaigns: { status: string }[] }>(
      '/v1/campaigns',
    )
    expect(campaigns[0]!.status).toBe('paused')
    await page.getByTestId('resume').click()
    await expect.poll(status).toBe('running')
  })

  test('offers no action to a key for reading', async () => {
    const { key } = await product.client.post<{ key: string }>('/v1/keys', {
      name: 'Reader',
      scope: 'read',
    })
    const reader = await browser.newPage()
    await reader.goto(`http://127.0.0.1:${product.port}/#key=${key}`)
    await expect
      .poll(() => reader.getByTestId('campaign-name').innerText())
      .toBe('Volcanoes of the world')
    for (const action of ['pause', 'resume', 'stop']) {
      expect(await reader.getByTestId(action).isVisible()).toBe(false)
    }
    await reader.close()
  })

  test('does not truncate the name of a campaign that has room', async () => {
    const name = page.getByTestId('campaign-item').locator('.item-name').first()
    expect(await name.innerText()).toBe('Volcanoes of the world')
    const isWhole = await page.evaluate(`(() => {
      const name = document.querySelector('.item-name')
      return name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight
    })()`)
    expect(isWhole).toBe(true)
    expect(await name.getAttribute('title')).toBe('Volcanoes of the world')
  })

  test.each([
    ['a mouse', 24, { width: 1280, height: 900 }],
    ['a finger', 44, { width: 390, height: 844 }],
  ])('has links in /docs large enough for %s: %i pixels', async (_, size, viewport) => {
    const isTouch = size === 44
    const docs = await browser.newPage({ viewport, hasTouch: isTouch, isMobile: isTouch })
    await docs.goto(`http://127.0.0.1:${product.port}/docs`)
    // Links within a sentence may be as small as its lines (WCAG 2.2, 2.5.8).
    const smaller = (selector: string, least: number) =>
      docs.evaluate<string[]>(`
        [...document.querySelectorAll('${selector}')]
          .map((target) => [target.textContent.trim(), target.getBoundingClientRect()])
          .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < ${least})
          .map(([text, { width, height }]) => text + ': ' + width + ' by ' + height)
      `)
    expect(await smaller('a, summary', 24)).toEqual([])
    expect(await smaller('.top > a:not(.brand), .side a, summary', size)).toEqual([])
    await docs.close()
  })

  test('compares the arms of a bandit', async () => {
    const { id } = await product.client.post<{ id: string }>('/v1/campaigns', {
      name: 'By bandit',
      topic: { keywords: ['volcano'] },
      seeds: [`http://127.0.0.1:${product.port + 1}/`],
      budget: 30,
      rate: { perMinute: 1200, hostDelayMs: 0 },
      policy: 'mab_epsilon',
    })
    await page.goto(`http://127.0.0.1:${product.port}/#/c/${id}`)
    await expect.poll(() => text('campaign-name')).toBe('By bandit')
    await expect.poll(() => page.getByTestId('arm-row').count()).toBe(5)
    await expect.poll(() => page.getByTestId('arm-row').first().innerText()).toMatch(/fl_deg/)
  })

  describe('sends few requests', () => {
    let tab: ClockedTab | undefined

    afterEach(() => tab?.close())

    async function createCampaign(budget: number): Promise<string> {
      const { id } = await product.client.post<{ id: string }>('/v1/campaigns', {
        name: 'Watched',
        topic: { keywords: ['volcano'] },
        seeds: [`http://127.0.0.1:${product.port + 1}/`],
        budget,
        rate: { perMinute: 600, hostDelayMs: 0 },
      })
      return id
    }

    async function openTab(id: string): Promise<ClockedTab> {
      const opened = await ClockedTab.open(
        browser,
        `http://127.0.0.1:${product.port}/#key=${product.apiKey}&c=${id}`,
      )
      tab = opened
      await expect.poll(() => opened.text('campaign-name')).toBe('Watched')
      await opened.settled()
      return opened
    }

    test('at most six per minute on a running campaign', async () => {
      const running = await openTab(await createCampaign(100_000))
      expect(await running.status()).toBe('running')
      // The list, the campaign, its series, its newest pages, its events.
      expect(running.sent.length).toBeLessThanOrEqual(5)
      for (let minute = 0; minute < 3; minute++) {
        expect((await running.minute()).length).toBeLessThanOrEqual(6)
      }
      expect(running.sent.filter((request) => request.endsWith('/events')).length).toBeGreaterThan(
        0,
      )
    })

    test('at most six per minute if every stream of events ends at once', async () => {
      const id = await createCampaign(100_000)
      const running = await openTab(id)
      await running.page.route(`**/v1/campaigns/${id}/events*`, (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: 'retry: 1000\n\n' }),
      )
      await running.setHidden(true)
      await running.setHidden(false)
      await running.minute()
      for (let minute = 0; minute < 2; minute++) {
        expect((await running.minute()).length).toBeLessThanOrEqual(6)
      }
    })

    test('one per minute on a campaign that has ended', async () => {
      const id = await createCampaign(5)
      const ended = async () =>
        (await product.client.get<{ status: string }>(`/v1/campaigns/${id}`)).status
      await expect.poll(ended, { timeout: 30_000 }).toBe('completed')
      const resting = await openTab(id)
      for (let minute = 0; minute < 3; minute++) {
        expect((await resting.minute()).length).toBeLessThanOrEqual(1)
      }
      expect(resting.sent.filter((request) => request.endsWith('/events'))).toEqual([])
      expect(await resting.page.getByTestId('page-row').count()).toBe(5)
    })

    test('none while the tab is hidden, and then shows what it missed', async () => {
      const running = await openTab(await createCampaign(100_000))
      await running.setHidden(true)
      await running.settled()
      expect(await running.minute()).toEqual([])
      const before = await running.text('fetched')
      await running.setHidden(false)
      await expect.poll(() => running.text('fetched'), { timeout: 15_000 }).not.toBe(before)
    })

    test('one for a click, and shows its effect at once', async () => {
      const running = await openTab(await createCampaign(100_000))
      await running.page.clock.pauseAt(Date.now() + 3_600_000)
      await running.settled()
      const before = running.sent.length
      await running.page.getByTestId('pause').click()
      await expect.poll(() => running.status()).toBe('paused')
      expect(running.sent.slice(before)[0]).toMatch(/^POST .*\/pause$/)
      await running.page.getByTestId('resume').click()
      await expect.poll(() => running.status()).toBe('running')
      await expect.poll(() => running.text('updated')).toMatch(/^Updated \d+ s ago\.$/)
    })
  })

  test('runs without an error in the console', () => {
    expect(problems).toEqual([])
  })
})
