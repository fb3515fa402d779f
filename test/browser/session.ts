import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, writeMessage } from '../account/support.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'
import type { OpenBrowser } from './openBrowser.ts'

/** Tests of what a browser lets pages do with the API. */
export function session(current: () => OpenBrowser) {
  let net: TestNet
  let browser: OpenBrowser
  let stranger: Server
  let strangerUrl: string

  beforeAll(async () => {
    net = await startLocalnet({
      families: ['account', 'site', 'token', 'vetoken'],
      // The stranger below is a page of this machine too, which a local world would trust.
      variables: { TRUSTED_ORIGINS: 'https://app.example.com' },
    })
    browser = current()
    stranger = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>elsewhere</p>'))
    stranger.listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const address = stranger.address()
    strangerUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : ''
  })
  afterAll(async () => {
    stranger.close()
    await net.stop()
  })

  const open = async (url: string): Promise<Page> => {
    const page = await browser.freshTab(net.host)
    await page.goto(url)
    return page
  }

  /** A page of the API's own origin whose policy lets scripts fetch; the page of operations has none. */
  const ownPage = () => `${net.host}/robots.txt`

  const signedMessage = async () => {
    const voter = accountOf(net, 'voter')
    const message = await writeMessage(net.api, voter.address)
    return JSON.stringify({ message, signature: await voter.signMessage({ message }) })
  }

  /** Runs in the page: a script's own fetch, its outcome as text where the browser refuses. */
  const ask = (
    page: Page,
    url: string,
    init: { method?: string; body?: string; credentials?: 'include'; mode?: 'no-cors' } = {},
  ) =>
    page.evaluate(
      async ([target, options]) => {
        try {
          const response = await fetch(target, options)
          return {
            status: response.status,
            text: await response.text(),
            requestId: response.headers.get('x-request-id'),
          }
        } catch {
          return { status: 0, text: 'refused by the browser', requestId: null }
        }
      },
      [url, init] as const,
    )

  test('signs in on the API’s own origin, keeps the session in a cookie that no script sees, and signs out', async () => {
    const page = await open(ownPage())
    const signedIn = await ask(page, `${net.api}/auth/verify`, { method: 'POST', body: await signedMessage() })
    expect(signedIn.status).toBe(200)
    expect(signedIn.text).not.toContain('token')
    expect(await page.evaluate('document.cookie')).toBe('')
    expect((await ask(page, `${net.api}/auth/me`)).text).toContain(accountOf(net, 'voter').address)
    expect((await ask(page, `${net.api}/auth/logout`, { method: 'POST' })).status).toBe(200)
    expect((await ask(page, `${net.api}/auth/me`)).status).toBe(401)
  })

  test('lets any page read, headers and all, and no foreign page use a session', async () => {
    const page = await open(ownPage())
    await ask(page, `${net.api}/auth/verify`, { method: 'POST', body: await signedMessage() })

    await page.goto(strangerUrl)
    const read = await ask(page, `${net.api}/v1/vetoken/user/${accountOf(net, 'voter').address}`)
    expect(read.status).toBe(200)
    expect(read.requestId).not.toBeNull()
    expect((await ask(page, `${net.api}/auth/me`, { credentials: 'include' })).status).toBe(0)
    await ask(page, `${net.api}/auth/logout`, { method: 'POST', credentials: 'include', mode: 'no-cors' })

    await page.goto(ownPage())
    expect((await ask(page, `${net.api}/auth/me`)).status).toBe(200)
  })

  test('shows a share token’s picture, as PNG and as SVG', async () => {
    const page = await open(strangerUrl)
    for (const [format, side] of [
      ['png', 128],
      ['svg', 128],
    ] as const) {
      const source = `${net.api}/v1/token/${net.world.contracts.shareToken}/image?format=${format}&size=${side}`
      const width = await page.evaluate(`new Promise((resolve, reject) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth)
        image.onerror = () => reject(new Error('the picture does not load'))
        image.src = ${JSON.stringify(source)}
      })`)
      expect(width).toBe(side)
    }
  })

  test('shows an operation of the reference', async () => {
    const page = await open(`${net.host}/docs/operations/getVetokenUser`)
    expect(await page.textContent('main')).toContain('/v1/vetoken/user/')
  })
}
