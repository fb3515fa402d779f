import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWallet } from '../../../localnet/wallet/startWallet.ts'
import { localAgent } from '../../../localnet/agent.ts'
import { openBrowser, type OpenBrowser } from '../../browser/openBrowser.ts'
import { SCREENS } from '../../browser/screens.ts'
import { fillIndex } from '../../support/fillIndex.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { CHROMIUM, needs } from '../../support/machine.ts'
import { exampleOf } from '../entities/exampleOf.ts'
import { type Kind, KINDS, MOST_SHIFT, PAGE_BYTES } from './kinds.ts'
import { load, violations, WATCH_SHIFTS } from './visit.ts'
import { useNet } from '../../support/useNet.ts'

/** Widths of a block of code and of what is in it, where that begins, and where its button ends. */
type Box = Readonly<Record<'block' | 'code' | 'top' | 'button', number>>

const FAMILIES = ['agents', 'auction', 'context', 'gauge', 'lottery', 'site', 'status', 'token', 'vault', 'vetoken']

describe('pages in a browser', needs('Chromium', CHROMIUM), () => {
  let browser: OpenBrowser
  const wallet = useNet(() => startWallet())
  const net = useNet(() => startLocalnet({ families: FAMILIES, variables: { AGENT: localAgent, ...wallet.variables } }))
  beforeAll(async () => {
    await fillIndex(net)
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())

  const measured: object[] = []
  afterAll(() => console.table(measured))

  const pathOf = ({ path }: Kind) =>
    path.replace(/\{(\w+)\}/, (_, role: string) => String(Reflect.get(net.world.contracts, role)))
  const open = () => browser.freshTab(net.host, { script: WATCH_SHIFTS })

  test.each(KINDS)('$name: fits, moves nothing, loads little and only its own, on every screen', async (kind) => {
    const page = await open()
    for (const { width, colorScheme } of SCREENS) {
      const screen = `${width} px, ${colorScheme}`
      await page.setViewportSize({ width, height: width < 500 ? 760 : 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { faults, bytes, requests } = await load(page, `${net.host}${pathOf(kind)}`, kind)
      expect(faults, screen).toEqual([])
      expect(bytes, screen).toBeLessThanOrEqual(kind.bytes ?? PAGE_BYTES)
      const [shift, wide] = await page.evaluate<[number, number]>(
        '[window.shifted, document.documentElement.scrollWidth]',
      )
      measured.push({ page: kind.name, screen, requests, bytes, shift: Number(shift.toFixed(4)) })
      expect(shift, screen).toBeLessThanOrEqual(MOST_SHIFT)
      expect(wide, screen).toBeLessThanOrEqual(width)
      expect(await violations(page), screen).toEqual([])
    }
  })

  test.each(['/docs/guides/configuration', '/docs/errors', '/status'])(
    '%s: a telephone shows every cell of its tables, whole words each',
    async (path) => {
      const page = await open()
      await page.setViewportSize({ width: 360, height: 760 })
      await page.route('**/api/v1/status*', (route) =>
        route.fulfill({ json: { success: true, data: statusWithProviders() } }),
      )
      await page.goto(`${net.host}${path}`)
      await page.waitForSelector('table.stacks td')
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.stacks td')]
        .filter((cell) => cell.getClientRects().length > 0 && cell.getBoundingClientRect().right > innerWidth)
        .map((cell) => cell.textContent)`)
      expect(cut).toEqual([])
      // A name on two lines is broken where its words end.
      const broken = await page.evaluate<string[]>(`[...document.querySelectorAll('.stacks tr > :first-child code')]
        .flatMap((name) => [...name.childNodes])
        .filter((word) => {
          const range = document.createRange()
          range.selectNodeContents(word)
          return word.nodeType === 3 && range.getClientRects().length > 1
        })
        .map((word) => word.textContent)`)
      expect(broken).toEqual([])
    },
  )

  test.each(['/docs/%E0%A4%A', '/docs/%', '/docs/guides/mcp#%E0%A4%A'])(
    '%s: malformed escapes end no script of the page',
    async (path) => {
      const page = await open()
      const status = path.includes('#') ? 200 : 404
      const { faults } = await load(page, `${net.host}${path}`, { status })
      await page.keyboard.press('/')
      await page.waitForSelector('input:focus')
      expect(faults).toEqual([])
    },
  )

  test('the list beside a page shows where one is', async () => {
    const page = await open()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${net.host}/docs/operations/buildVetokenUnlock`)
    const bottom = await page.evaluate<number>(
      `document.querySelector('.sidebar [aria-current]').getBoundingClientRect().bottom`,
    )
    expect(bottom).toBeLessThan(800)
  })

  test.each(SCREENS)('a copy button takes no room of its code: $width px, $colorScheme', async ({ width }) => {
    const page = await open()
    await page.setViewportSize({ width, height: 760 })
    await page.goto(`${net.host}/docs/guides/mcp`)
    const blocks = await page.evaluate<readonly Box[]>(`[...document.querySelectorAll('.code')].map((block) => ({
      block: block.clientWidth,
      code: block.querySelector('pre').offsetWidth,
      top: block.querySelector('pre').getBoundingClientRect().top,
      button: block.querySelector('.copy').getBoundingClientRect().bottom,
    }))`)
    expect(blocks.length).toBeGreaterThan(5)
    expect(blocks.filter(({ block, code, top, button }) => code < block || top < button)).toEqual([])
  })

  describe('by keyboard alone', () => {
    test.each(['/', 'Control+k'])('%s opens search, arrows choose, Enter goes there', async (key) => {
      const page = await open()
      await page.goto(`${net.host}/docs/guides/mcp`)
      await page.keyboard.press(key)
      await page.waitForSelector('dialog[open] input:focus')
      await page.keyboard.type('idempotency_key')
      const chosen = page.locator('[aria-selected="true"]')
      await chosen.waitFor()
      expect(await violations(page)).toEqual([])
      const first = await chosen.getAttribute('href')
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => chosen.getAttribute('href')).not.toBe(first)
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => chosen.getAttribute('href')).toBe(first)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${net.host}/docs/errors/idempotency_key_reused`)
    })

    test('keys right after the shortcut are in the query, though search is loaded first', async () => {
      const page = await open()
      let release = () => {}
      const isHeld = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/search.*.js', async (route) => {
        await isHeld
        await route.continue()
      })
      await page.goto(`${net.host}/docs/guides`)
      for (const key of ['/', '0', 'x', 'D', 'd', 'Backspace', 'c']) await page.keyboard.press(key)
      release()
      await page.waitForSelector('dialog[open] input:focus')
      expect(await page.locator('dialog input').inputValue()).toBe('0xDc')
    })

    test('search finds vaults, auctions and agents of the chain, in one request for what was typed', async () => {
      const page = await open()
      // The page before may still search in this tab.
      await page.goto(`${net.host}/docs/guides`)
      const texts: (string | null)[] = []
      await page.route('**/api/v1/resolve?*', async (route) => {
        texts.push(new URL(route.request().url()).searchParams.get('q'))
        await route.fulfill({ json: { success: true, data: exampleOf('context', 'resolveName') } })
      })
      await page.keyboard.press('/')
      await page.waitForSelector('dialog[open] input:focus')
      await page.keyboard.type('aurora')
      await page.locator('.search-group a[href^="/vault/0x"]').first().waitFor()
      expect(texts).toEqual(['aurora'])
    })

    test('Escape closes search, and the link that opened it has the focus again', async () => {
      const page = await open()
      await page.goto(`${net.host}/docs/concepts`)
      await page.locator('[data-search]').focus()
      await page.keyboard.press('Enter')
      await page.waitForSelector('dialog[open] input:focus')
      await page.keyboard.type('zzzzzzzzzz')
      await page.locator('.search-state', { hasText: 'Nothing found' }).waitFor()
      await page.keyboard.press('Escape')
      await page.waitForSelector('[data-search]:focus')
      expect(await page.locator('dialog[open]').count()).toBe(0)
    })

    test('a slash in a field is a slash', async () => {
      const page = await open()
      await page.goto(`${net.host}/docs/nothing`)
      await page.locator('.search-here input').fill('')
      await page.locator('.search-here input').press('/')
      expect(await page.locator('.search-here input').inputValue()).toBe('/')
      expect(await page.locator('dialog[open]').count()).toBe(0)
    })

    test('the first stop skips to the content; the pages beside it unfold', async () => {
      const page = await open()
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`${net.host}/docs/operations/buildVetokenLock`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForSelector('main:focus')
      const folded = page.locator('.sidebar-section:not([open]) > summary').first()
      await folded.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const href = await page.evaluate<string>('document.activeElement.getAttribute("href")')
      expect(href).toMatch(/^\/docs\//)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${net.host}${href}`)
    })
  })

  test('search says so if its index cannot be read, and reads it on a retry', async () => {
    const page = await open()
    await page.route('**/assets/search.*.json', (route) => route.abort())
    await page.goto(`${net.host}/docs/guides`)
    await page.locator('[data-search]').click()
    const again = page.locator('dialog button')
    await again.waitFor()
    await page.unrouteAll()
    await again.click()
    await page.locator('dialog input').fill('lock')
    await page.locator('[aria-selected="true"]').waitFor()
  })

  test('the status says when it could not be read, names the error, and keeps what it had', async () => {
    const page = await open()
    const fail = () =>
      page.route('**/api/v1/status*', (route) =>
        route.fulfill({ status: 503, headers: { 'x-error-code': 'family_unavailable' }, json: { success: false } }),
      )
    await fail()
    await page.goto(`${net.host}/status`)
    await page.locator('.state-now', { hasText: 'could not be read' }).waitFor()
    expect(await page.locator('.state-now a').getAttribute('href')).toBe('/docs/errors/family_unavailable')
    expect(await page.locator('.state.ok').count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  test('without script, search is a link, and the status says where it is', async () => {
    const page = await open()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${net.host}/status`)
    expect(await page.locator('[data-search]').getAttribute('href')).toBe('/docs')
    expect(await page.locator('noscript').innerHTML()).toContain('/api/v1/status?history=24h')
  })
})

/** The state of a deployment that uses every provider. */
function statusWithProviders(): object {
  const data = exampleOf('status', 'getStatus')
  const providers = Array.isArray(data['providers']) ? data['providers'] : []
  return {
    ...data,
    history: null,
    providers: providers.map((one: object) => ({
      ...one,
      state: 'ok',
      latencyMs: 120,
      lastCallAt: '2026-11-20T12:00:00.000Z',
    })),
  }
}
