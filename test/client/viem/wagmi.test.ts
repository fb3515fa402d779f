import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../localnet/standIn.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { openBrowser, type OpenBrowser } from '../../browser/openBrowser.ts'
import { root } from '../../laws/sources.ts'
import { CHROMIUM, needs } from '../../support/machine.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { type Habits, injectedProvider, ProviderError } from './injectedProvider.ts'
import { startViemNet } from './startViemNet.ts'
import { useNet } from '../../support/useNet.ts'

const EXAMPLE = path.join(root, 'examples/wagmi')

/** The wallet that a page finds: each request goes to the provider of the test. */
const ETHEREUM = `window.ethereum = {
  on() {},
  removeListener() {},
  async request(request) {
    const { result, error } = await walletRequest(request)
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  },
}`

describe('examples/wagmi', needs('Chromium', CHROMIUM), () => {
  let browser: OpenBrowser
  let site: Awaited<ReturnType<typeof listen>>

  const net = useNet(() => startViemNet())
  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(EXAMPLE, 'page.tsx')],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    })
    const html = await readFile(path.join(EXAMPLE, 'index.html'))
    site = await listen(
      createServer(({ url }, response) =>
        url === '/page.js'
          ? response.setHeader('content-type', 'text/javascript').end(outputFiles[0]?.contents)
          : response.setHeader('content-type', 'text/html').end(html),
      ),
    )
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  beforeEach(() => restorePoint(net.rpcUrl))

  /** The page in a new tab, with a wallet; the ports of `npm start` lead to this world. */
  async function open(role: Parameters<typeof injectedProvider>[1], habits?: Habits): Promise<Page> {
    const provider = injectedProvider(net, role, habits)
    const page = await (await browser.freshTab(site.url)).context().newPage()
    for (const [from, to] of [
      ['http://127.0.0.1:8787', net.host],
      ['http://127.0.0.1:8545', net.rpcUrl],
    ] as const)
      await page.route(`${from}/**`, (route) => route.continue({ url: route.request().url().replace(from, to) }))
    await page.exposeFunction('walletRequest', (request: { method: string; params?: unknown }) =>
      provider.request(request).then(
        (result) => ({ result }),
        (error: unknown) => ({
          error: { code: error instanceof ProviderError ? error.code : -32_603, message: String(error) },
        }),
      ),
    )
    await page.addInitScript(ETHEREUM)
    await page.goto(site.url)
    return page
  }

  const connect = async (page: Page) => {
    await page
      .getByRole('button', { name: /^Connect / })
      .first()
      .click()
    await page.waitForSelector('#lock')
  }
  const waitForLock = (page: Page, text: string) =>
    page.waitForFunction(`document.querySelector('#lock')?.textContent === ${JSON.stringify(text)}`)

  it.each<Habits>([{}, { atomic: 'supported' }])(
    'connects, signs in, locks, and shows the lock: %j',
    async (habits) => {
      const page = await open('bidder', habits)
      await connect(page)
      expect(await page.innerText('#account')).toBe(addressOf('bidder'))
      await waitForLock(page, 'No lock')
      await page.getByRole('button', { name: 'Lock' }).click()
      await page.waitForSelector('#sent')
      expect(await page.innerText('#sent')).toMatch(/^Lock 1000 ■AURORA/)
      await waitForLock(page, `Locked: ${10n ** 21n} base units`)
    },
  )

  it('shows why a lock is not sent', async () => {
    const page = await open('voter')
    await connect(page)
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.waitForSelector('[role=alert]')
    expect(await page.innerText('[role=alert]')).toContain('the sender has a lock')
  })

  it('shows that the user refused', async () => {
    const page = await open('bidder', {
      beforeSigning() {
        throw new ProviderError(4001, 'User rejected the request.')
      },
    })
    await connect(page)
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.waitForSelector('[role=alert]')
    expect(await page.innerText('[role=alert]')).toContain('User rejected')
    await waitForLock(page, 'No lock')
  })

  it('is strict TypeScript', async () => {
    const { shell } = await import('../../docs/shell.ts')
    await shell(`${path.join(root, 'node_modules/.bin/tsc')} --noEmit -p examples/wagmi`, root)
  })
})
