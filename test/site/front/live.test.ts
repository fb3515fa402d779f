import axe from 'axe-core'
import { formatUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localAgent } from '../../../localnet/agent.ts'
import { openBrowser, type OpenBrowser } from '../../browser/openBrowser.ts'
import { SCREENS } from '../../browser/screens.ts'
import { fillIndex } from '../../support/fillIndex.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { CHROMIUM, needs } from '../../support/machine.ts'
import { useNet } from '../../support/useNet.ts'

const FAMILIES = ['site', 'status', 'vault', 'auction', 'lottery', 'gauge', 'agents', 'token']
/** Lets a test hide the page. */
const HIDING = `Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true })`
const show = (isShown: boolean) =>
  `window.isHidden = ${!isShown}, document.dispatchEvent(new Event('visibilitychange'))`

describe('live parts in a browser', needs('Chromium', CHROMIUM), () => {
  let browser: OpenBrowser
  const net = useNet(() => startLocalnet({ families: FAMILIES, variables: { AGENT: localAgent } }))
  beforeAll(async () => {
    await fillIndex(net)
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())

  /** A tab, and the reads that its pages make. */
  const visit = async (hasClock = false) => {
    const page = await browser.freshTab(net.host, { script: HIDING, hasClock })
    const reads: string[] = []
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && reads.push(request.url()))
    return { page, reads }
  }

  test('the front page shows what the API answers, with at most ten reads', async () => {
    const { page, reads } = await visit()
    await page.goto(net.host)
    await page.waitForSelector('.live-of-vaults .figure')
    await page.waitForSelector('.live-of-auctions .figure')
    const answer = await fetch(`${net.api}/v1/vault/${net.world.contracts.vault}/report`)
    const { data } = JSON.parse(await answer.text())
    const { totalAssets, assetDecimals } = data.metrics
    const titles = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.live-of-vaults .figure')].map((one) => one.title)`,
    )
    const digits = titles.map((title) => title.replace(/[, a-zA-Z]/g, ''))
    expect(digits).toContain(formatUnits(BigInt(totalAssets), assetDecimals))
    expect(await page.locator('.live-of-vaults a').first().getAttribute('href')).toMatch(/^\/vault\/0x/)
    expect(reads.length).toBeLessThanOrEqual(10)
  })

  /** The words below the assets of each vault, once the history is read. */
  const legends = (page: Awaited<ReturnType<typeof visit>>['page']) =>
    page.evaluate<string>(
      `[...document.querySelectorAll('.live-of-vaults .legend')].map((one) => one.innerText).join()`,
    )

  test('the line of a vault is its history, and says over how long; its end is the value now', async () => {
    const { page } = await visit()
    await page.goto(net.host)
    await page.waitForSelector('.live-of-vaults .line')
    expect(await legends(page)).toContain('line: last 3 days')
    expect(await page.getAttribute('.live-of-vaults .line', 'aria-label')).toMatch(/^Assets, last 3 days: now [1-9]/)
  })

  test('without a stored reading there is no line yet; a history that could not be read is named', async () => {
    const { page } = await visit()
    const answer = await fetch(`${net.api}/v1/vault/${net.world.contracts.vault}/history`)
    const { data } = JSON.parse(await answer.text())
    const young = JSON.stringify({ success: true, data: { ...data, items: [] } })
    await page.route('**/history', (route) => route.fulfill({ status: 200, body: young }))
    await page.goto(net.host)
    await page.waitForSelector('.live-of-vaults .figure')
    await page.waitForLoadState('networkidle')
    expect(await page.locator('.live-of-vaults .line').count()).toBe(0)
    const headers = { 'x-error-code': 'log_index_unavailable' }
    await page.route('**/history', (route) => route.fulfill({ status: 503, headers, body: '{}' }))
    await page.goto(net.host)
    await page.waitForSelector('.live-of-vaults a[href="/docs/errors/log_index_unavailable"]')
    expect(await legends(page)).toContain('The history of its assets could not be read')
  })

  test('what could not be read is named with its code, and is no number', async () => {
    const { page } = await visit()
    const headers = { 'x-error-code': 'upstream_failed' }
    await page.route('**/api/v1/gauge/vaults', (route) => route.fulfill({ status: 502, headers, body: '{}' }))
    await page.route('**/api/v1/lottery/live', (route) => route.abort())
    await page.goto(net.host)
    await page.waitForSelector('.live-of-gauge a[href="/docs/errors/upstream_failed"]')
    await page.locator('.live-of-lottery', { hasText: 'this host did not answer' }).waitFor()
    for (const name of ['gauge', 'lottery']) expect(await page.innerText(`.live-of-${name}`)).not.toMatch(/\d/)
  })

  test('a hidden page reads nothing; once it is seen again, it reads what is due', async () => {
    const { page, reads } = await visit(true)
    await page.goto(net.host)
    await page.waitForSelector('.live-of-vaults .figure')
    await page.waitForLoadState('networkidle')
    await page.evaluate(show(false))
    const before = reads.length
    await page.clock.runFor(180_000)
    expect(reads.length).toBe(before)
    await page.evaluate(show(true))
    await page.clock.runFor(1000)
    await expect.poll(() => reads.length).toBeGreaterThan(before)
  })

  test.each([
    ['the front page', () => '/', '.live-of-vaults .figure'],
    ['a vault', () => `/vault/${net.world.contracts.vault}`, '.stacked'],
    ['an auction', () => `/auction/${net.world.contracts.auction}`, '.depth'],
    ['an agent', () => '/agent/0', '.ratings'],
    ['nothing', () => '/vault/nothing', 'h1'],
  ])('the page of %s has no violation of WCAG, and fits every screen', async (_, path, part) => {
    const { page } = await visit()
    for (const { width, colorScheme } of SCREENS) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${net.host}${path()}`)
      await page.waitForSelector(part)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await page.evaluate(axe.source)
      const found = await page.evaluate<string[]>(
        `axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      )
      expect(found, `${width} ${colorScheme}`).toEqual([])
    }
  })
})
