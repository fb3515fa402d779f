import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sealLinkToken } from '../../../functions/chatapp/link/linkToken.ts'
import { TELEPHONE_SCREEN } from '../../browser/openBrowser.ts'
import { type PageNet, user } from './startPageNet.ts'

/** Tests of the page as it is opened by itself. */
export function page(current: () => PageNet) {
  let net: PageNet
  beforeAll(() => void (net = current()))

  /** In a tab as it is, or in one of its own. */
  const visit = async (query: Readonly<Record<string, string>>, tab: Promise<Page> = net.freshTab()) => {
    const page = await tab
    await page.goto(net.open(query))
    return user(page)
  }
  /** Up to the code, which has been sent. */
  const visitCode = async (somebody: { user: string; email: string }, tab?: Promise<Page>) => {
    const visitor = await visit({ user: somebody.user }, tab)
    await visitor.in('collect_email')
    await visitor.enterEmail(somebody.email)
    await visitor.in('enter_email_code')
    return visitor
  }
  const toTheEnd = async (visitor: ReturnType<typeof user>, { email }: { email: string }) => {
    await visitor.in('collect_email')
    await visitor.enterEmail(email)
    await visitor.in('enter_email_code')
    await visitor.enterCode(net.codeOf(email))
    await visitor.in('linked')
  }
  const linkOf = async (id: string) =>
    (await net.database())
      .prepare('select idp_user_id idp, revoked_at revoked from chatapp_user_links where chatapp_user_id = ?')
      .bind(id)
      .first<{ idp: string; revoked: number | null }>()
  const tokenFor = (id: string, issuedAt = Math.floor(Date.now() / 1000)) =>
    sealLinkToken({ chatappUserId: id, chatId: id, issuedAt }, net.secrets['CHATAPP_LINK_TOKEN_SECRET'] ?? '')

  describe('the whole flow', () => {
    test('links a user who has never seen it, by keyboard alone', async () => {
      const ada = net.somebody()
      const visitor = await visit({ user: ada.user, username: 'ada' })
      await visitor.in('collect_email')
      expect(await visitor.text()).toContain('@ada')
      // The page names the service that wants the address, and its use of it.
      expect((await visitor.page.innerText('header')).split(/\s+/).join(' ')).toBe(
        `Creator Vaults ${new URL(net.host).host}`,
      )
      expect(await visitor.text()).toMatch(/keeps it with that account.*never\s+contain it/s)
      // The field has the focus: nobody needs a mouse.
      await visitor.page.keyboard.type(ada.email)
      await visitor.page.keyboard.press('Enter')
      await visitor.in('enter_email_code')
      await visitor.page.keyboard.type(net.codeOf(ada.email))
      await visitor.page.keyboard.press('Enter')
      await visitor.in('linked')
      expect(await visitor.text()).toContain(ada.email)
      expect(await visitor.text()).toContain('Your wallet is not set up yet')
      await expect.poll(() => linkOf(ada.user)).toMatchObject({ revoked: null })
      const kept = await visitor.page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
      expect(kept).not.toContain(ada.email)
    })

    test('uses the link that the bot sent, and takes it off the address only then', async () => {
      const ada = net.somebody()
      const linkToken = await tokenFor(ada.user)
      const visitor = await visit({ user: ada.user, linkToken })
      await visitor.in('collect_email')
      await expect.poll(() => visitor.page.url()).not.toContain('tgLinkToken')
      expect(visitor.page.url()).toContain('tgWebAppData')
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
      // It is used up, but she can continue.
      const again = await visit({ user: ada.user, linkToken })
      await toTheEnd(again, ada)

      // Nor is it after she has ended the link: the page goes straight to the end once more.
      const kept = await again.page.evaluate(`sessionStorage.getItem('chatapp-link.session')`)
      const { sessionToken } = z.object({ sessionToken: z.string() }).parse(JSON.parse(String(kept)))
      const headers = { authorization: `Bearer ${sessionToken}` }
      expect((await fetch(`${net.host}/api/chatapp/unlink`, { method: 'POST', headers })).status).toBe(200)
      await expect.poll(() => linkOf(ada.user)).toMatchObject({ revoked: expect.any(Number) })
      await toTheEnd(await visit({ user: ada.user, linkToken }), ada)
      await expect.poll(() => linkOf(ada.user)).toMatchObject({ revoked: null })
    })

    test('a code may be pasted with blanks, and a wrong one is reported, with the field ready for the right one', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      const code = net.codeOf(ada.email)
      await visitor.enterCode(code === '000000' ? '111111' : '000000')
      await visitor.page.waitForSelector('#code[aria-invalid="true"]')
      expect(await visitor.page.evaluate('document.activeElement?.id')).toBe('code')
      await visitor.enterCode(`${code.slice(0, 3)} ${code.slice(3)}`)
      await visitor.in('linked')
    })
  })

  test.each([
    ['true', 'Your wallet is confirmed.'],
    ['false', 'Your wallet is not confirmed yet'],
    ['null', 'Your wallet cannot be checked now'],
  ])('of a wallet whose ownerVerified is %s it says so', async (ownerVerified, text) => {
    const ada = net.somebody()
    const visitor = await visitCode(ada)
    await visitor.page.route('**/api/chatapp/link/complete', async (route) => {
      const text = await (await route.fetch()).text()
      const body = text
        .replaceAll('"ownerVerified":false', `"ownerVerified":${ownerVerified}`)
        .replace('"pending_wallet_setup"', '"active"')
      await route.fulfill({ body, contentType: 'application/json' })
    })
    await visitor.enterCode(net.codeOf(ada.email))
    await visitor.in('linked')
    expect(await visitor.text()).toContain(text)
  })

  describe('a reload', () => {
    test.each(['collect_email', 'enter_email_code', 'linked'] as const)('in %s leads to the end', async (phase) => {
      const ada = net.somebody()
      const visitor = phase === 'collect_email' ? await visit({ user: ada.user }) : await visitCode(ada)
      if (phase === 'linked') await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in(phase)
      await visitor.page.reload()
      await toTheEnd(visitor, ada)
    })

    test.each(['wait_for_identity_sync', 'bind_chatapp.complete_backend'] as const)(
      'while it waits in %s leads to the end',
      async (phase) => {
        const ada = net.somebody()
        const visitor = await visitCode(ada)
        const path = phase === 'wait_for_identity_sync' ? '**/api/chatapp/link/ready' : '**/api/chatapp/link/complete'
        // The request goes out and its answer never comes.
        await visitor.page.route(path, async (route) => void (await route.fetch()))
        await visitor.enterCode(net.codeOf(ada.email))
        await visitor.in(phase)
        await visitor.page.unroute(path)
        await visitor.page.reload()
        await toTheEnd(visitor, ada)
      },
    )
  })

  describe('the session', () => {
    test('whose answer was lost is the one that a reload gets', async () => {
      const ada = net.somebody()
      const page = await net.freshTab()
      const lost = Promise.withResolvers<string>()
      await page.route('**/api/chatapp/miniapp/session', async (route) => {
        const answer = await route.fetch()
        lost.resolve(await answer.text())
        await route.abort('connectionreset')
      })
      await page.goto(net.open({ user: ada.user }))
      const { sessionToken } = z
        .object({ data: z.object({ sessionToken: z.string() }) })
        .parse(JSON.parse(await lost.promise)).data
      await page.unroute('**/api/chatapp/miniapp/session')
      await page.reload()
      await user(page).in('collect_email')
      expect(await page.evaluate(`sessionStorage.getItem('chatapp-link.session')`)).toContain(sessionToken)
      await toTheEnd(user(page), ada)
    })
  })

  describe('clicks', () => {
    test('twice send one code, and complete once', async () => {
      const ada = net.somebody()
      const visitor = await visit({ user: ada.user })
      const sent: string[] = []
      visitor.page.on('request', (request) => sent.push(new URL(request.url()).pathname))
      await visitor.in('collect_email')
      await visitor.page.fill('#email', ada.email)
      await visitor.page.getByRole('button', { name: 'Send the code' }).dblclick()
      await visitor.in('enter_email_code')
      await visitor.page.fill('#code', net.codeOf(ada.email))
      await visitor.page.getByRole('button', { name: 'Verify' }).dblclick()
      await visitor.in('linked')
      for (const path of ['passwordless/init', 'passwordless/authenticate', 'link/complete'])
        expect(
          sent.filter((one) => one.endsWith(path)),
          path,
        ).toHaveLength(1)
    })

    test('back from the code leads to the e-mail address, which is still there', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      await visitor.page.goBack()
      await visitor.in('collect_email')
      expect(await visitor.page.inputValue('#email')).toBe(ada.email)
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
    })

    test('back, and the same address again, sends no second code before the wait is over', async () => {
      const ada = net.somebody()
      const visitor = await visit({ user: ada.user }, net.freshTab({ hasClock: true }))
      let sent = 0
      visitor.page.on('request', (request) => void (sent += request.url().endsWith('passwordless/init') ? 1 : 0))
      await visitor.in('collect_email')
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      const secondsLeft = async () => Number(/in (\d+) s/.exec(await visitor.text())?.[1] ?? 0)
      expect(await secondsLeft()).toBeGreaterThan(20)

      await visitor.page.clock.runFor(12_000)
      await visitor.press('Use another e-mail address')
      await visitor.in('collect_email')
      await visitor.enterEmail(ada.email.toUpperCase())
      await visitor.in('enter_email_code')
      expect(await secondsLeft()).toBeLessThanOrEqual(18)
      expect(await secondsLeft()).toBeGreaterThan(0)
      // Its button says that it is disabled, and does nothing if it is pressed all the same.
      await visitor.page.getByRole('button', { name: 'Send a new code' }).click({ force: true })
      expect([await visitor.phase(), sent]).toEqual(['enter_email_code', 1])

      await visitor.page.clock.runFor(18_000)
      await visitor.press('Send a new code')
      await expect.poll(() => sent).toBe(2)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
    })
  })

  describe('what goes wrong', () => {
    test('without launch data it says where to open it', async () => {
      const page = await net.freshTab()
      await page.goto(`${net.host}/chatapp/link`)
      const visitor = user(page)
      await visitor.in('expired_or_error')
      expect(await page.getByRole('alert').innerText()).toMatch(/chat app/i)
    })

    test('a provider that fails is reported at the field, and the next try works', async () => {
      const ada = net.somebody()
      const visitor = await visit({ user: ada.user })
      await visitor.in('collect_email')
      net.identity.setFaults({ status: 503 })
      await visitor.enterEmail(ada.email)
      await visitor.page.waitForSelector('#email[aria-invalid="true"]')
      net.identity.setFaults({})
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
    })

    test('a provider that fails after the code is waited for, and then it goes on', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      let failures = 0
      await visitor.page.route('**/api/chatapp/link/ready', (route) =>
        failures++ < 2 ? route.abort('connectionreset') : route.continue(),
      )
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
      expect(failures).toBeGreaterThan(2)
    })

    test('readiness that never comes is an error with a retry, and never a link', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada, net.freshTab({ hasClock: true }))
      const never = { success: true, data: { ready: false, account: null } }
      await visitor.page.route('**/api/chatapp/link/ready', (route) => route.fulfill({ json: never }))
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('wait_for_identity_sync')
      await visitor.page.clock.fastForward(45_000)
      await visitor.in('expired_or_error')
      expect(await linkOf(ada.user)).toBeNull()
      await visitor.page.unroute('**/api/chatapp/link/ready')
      await visitor.press('Try again')
      await visitor.in('linked')
    })

    test('offline is reported, and back online it goes on', async () => {
      const ada = net.somebody()
      const visitor = await visit({ user: ada.user })
      await visitor.in('collect_email')
      await visitor.page.context().setOffline(true)
      await visitor.enterEmail(ada.email)
      await visitor.page.waitForSelector('#email[aria-invalid="true"]')
      await visitor.page.context().setOffline(false)
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
    })

    test('the answer of complete is lost: the same request finds it done', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      let lost = 0
      await visitor.page.route('**/api/chatapp/link/complete', async (route) => {
        if (lost++ > 0) return route.continue()
        await route.fetch()
        await route.abort('connectionreset')
      })
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
      expect(lost).toBe(2)
    })

    test('a link token of somebody else is refused by its name, and without it the flow ends well', async () => {
      const [ada, bob] = [net.somebody(), net.somebody()]
      const visitor = await visit({ user: ada.user, linkToken: await tokenFor(bob.user) })
      await visitor.in('collect_email')
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('expired_or_error')
      expect(await visitor.text()).toContain('link_token_mismatch')
      await visitor.press('Continue without the link')
      await visitor.in('linked')
      // A reload does not bring it back.
      expect(await visitor.page.evaluate(`sessionStorage.getItem('chatapp-link.context')`)).toBeNull()
    })

    test('a reload after the token was refused, and let go, does not bring it back', async () => {
      const [ada, bob] = [net.somebody(), net.somebody()]
      const visitor = await visit({ user: ada.user, linkToken: await tokenFor(bob.user) })
      await visitor.in('collect_email')
      await visitor.enterEmail(ada.email)
      await visitor.in('enter_email_code')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('expired_or_error')
      // Without the link, but the answer never comes.
      await visitor.page.route('**/api/chatapp/link/complete', () => undefined)
      await visitor.press('Continue without the link')
      await visitor.in('bind_chatapp.complete_backend')
      await visitor.page.unroute('**/api/chatapp/link/complete')
      await visitor.page.reload()
      await toTheEnd(visitor, ada)
    })

    test('a chat account that is linked elsewhere is a conflict that says what to do', async () => {
      const [ada, bob] = [net.somebody(), net.somebody()]
      const first = await visitCode(ada)
      await first.enterCode(net.codeOf(ada.email))
      await first.in('linked')
      const second = await visitCode({ user: ada.user, email: bob.email })
      await second.enterCode(net.codeOf(bob.email))
      await second.in('expired_or_error')
      expect(await second.text()).toMatch(/Error code: \w*(linked|elsewhere|another)\w*/)
    })

    test('a session that is over is reported', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      await visitor.page.route('**/api/chatapp/link/ready', (route) =>
        route.fulfill({
          status: 409,
          headers: { 'x-error-code': 'miniapp_session_expired' },
          json: { success: false, error: 'miniapp_session_expired: the session has ended' },
        }),
      )
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('expired_or_error')
      expect(await visitor.text()).toContain('miniapp_session_expired')
    })

    test('another tab with the same launch data gets no session, and the first goes on', async () => {
      const ada = net.somebody()
      const visitor = await visitCode(ada)
      const other = await visitor.page.context().newPage()
      await other.goto(visitor.page.url())
      await user(other).in('expired_or_error')
      expect(await user(other).text()).toContain('launch_data_used')
      await visitor.enterCode(net.codeOf(ada.email))
      await visitor.in('linked')
    })
  })

  describe('who looks at it', () => {
    test('at 200 % and on a narrow screen nothing is cut off sideways', async () => {
      const visitor = await visit({ user: net.somebody().user })
      await visitor.in('collect_email')
      const devtools = await visitor.page.context().newCDPSession(visitor.page)
      const narrow = { width: 320, height: 600, deviceScaleFactor: 2, mobile: false }
      await devtools.send('Emulation.setDeviceMetricsOverride', narrow)
      try {
        await visitor.page.evaluate(`document.documentElement.style.fontSize = '200%'`)
        const [inner, width] = z
          .tuple([z.number(), z.number()])
          .parse(await visitor.page.evaluate('[innerWidth, document.documentElement.scrollWidth]'))
        expect(inner).toBe(320)
        expect(width).toBeLessThanOrEqual(320)
      } finally {
        await devtools.send('Emulation.setDeviceMetricsOverride', {
          ...narrow,
          ...TELEPHONE_SCREEN,
          deviceScaleFactor: 1,
        })
        await devtools.detach()
      }
    })
  })

  describe('who may show it', () => {
    let stranger: Server
    let strangerUrl = ''
    beforeAll(async () => {
      stranger = createServer((_, response) =>
        response.setHeader('content-type', 'text/html').end(`<iframe src="${net.host}/chatapp/link"></iframe>`),
      )
      stranger.listen(0, '127.0.0.1')
      await once(stranger, 'listening')
      const address = stranger.address()
      strangerUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : ''
    })
    afterAll(() => stranger.close())

    test('no other page may frame it', async () => {
      const page = await net.freshTab()
      await page.goto(strangerUrl)
      const framed = page.frames().find((frame) => frame !== page.mainFrame())
      expect(await framed?.evaluate('document.querySelector("#root")')).toBeNull()
    })

    test('it answers with a slash at its end too, with query and fragment untouched', async () => {
      const [plain, slashed] = await Promise.all(
        ['/chatapp/link', '/chatapp/link/'].map((path) => fetch(net.host + path, { redirect: 'manual' })),
      )
      expect([slashed?.status, await slashed?.text()]).toEqual([200, await plain?.text()])
      for (const name of ['content-security-policy', 'cache-control', 'x-robots-tag', 'x-frame-options'])
        expect(slashed?.headers.get(name), name).toBe(plain?.headers.get(name))
      const ada = net.somebody()
      const linkToken = await tokenFor(ada.user)
      const opened = await fetch(net.open({ user: ada.user, linkToken }), { redirect: 'manual' })
      const page = await net.freshTab()
      await page.goto((opened.headers.get('location') ?? '').replace('/chatapp/link?', '/chatapp/link/?'))
      await expect.poll(() => new URL(page.url()).pathname).toBe('/chatapp/link/')
      await toTheEnd(user(page), ada)
    })

    test('the chat app’s web client may, and nothing else of this host may be framed', async () => {
      const page = await fetch(`${net.host}/chatapp/link`)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain('frame-ancestors https://web.telegram.org')
      expect(policy).toContain(`script-src 'self';`)
      expect(policy).not.toContain('unsafe')
      expect(page.headers.get('x-frame-options')).toBeNull()
      expect(page.headers.get('cache-control')).toBe('no-store')
      for (const path of ['/', '/api/chatapp/health', '/api/chatapp/link/ready'])
        expect((await fetch(net.host + path)).headers.get('x-frame-options'), path).toBe('DENY')
    })

    test('it loads nothing from elsewhere but the identity provider', async () => {
      const page = await net.freshTab()
      const origins = new Set<string>()
      page.on('request', (request) => origins.add(new URL(request.url()).origin))
      await page.goto(net.open({ user: net.somebody().user }))
      await user(page).in('collect_email')
      expect([...origins].toSorted()).toEqual([net.urls['chatapp'], net.host].toSorted())
    })
  })
}
