import axe from 'axe-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Visitor } from '../../browser/openBrowser.ts'
import { DARK, webView } from './inChatApp.ts'
import { type PageNet, user } from './startPageNet.ts'

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))
/** What it is run with is in the document until that is left. */
const RUN = `axe.run().then(({ violations }) => violations)`

const THEMES: readonly [string, Visitor][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['dark by the chat app', { script: webView(DARK) }],
]

/** What axe, which looks for what a person could not see or reach, says of the page. */
export function axeTests(current: () => PageNet) {
  let net: PageNet
  beforeAll(() => void (net = current()))

  test.each(THEMES)(
    'axe, %s: finds nothing against any state, nor against a field that was refused',
    async (_, theme) => {
      const ada = net.somebody()
      const page = await net.freshTab(theme)
      const visitor = user(page)
      const check = async (what: string) => {
        if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
        const found = Violations.parse(await page.evaluate(RUN))
        expect(
          found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          what,
        ).toEqual([])
      }
      const checkIn = async (phase: string) => {
        await visitor.in(phase)
        await check(phase)
      }
      /** Holds what a state waits for while it is looked at. */
      const checkHeld = async (path: string, phase: string, act: () => Promise<unknown>) => {
        const held = Promise.withResolvers<void>()
        await page.route(path, (route) => held.promise.then(() => route.continue()))
        await act()
        await checkIn(phase)
        held.resolve()
        // Whatever is still held goes on first.
        await page.unrouteAll({ behavior: 'wait' })
      }

      await page.goto(net.open({ user: ada.user }))
      await checkIn('collect_email')
      await visitor.enterEmail('nobody')
      await page.waitForSelector('#email[aria-invalid="true"]')
      await check('a refused address')
      await checkHeld('**/passwordless/init', 'sending_email_code', () => visitor.enterEmail(ada.email))
      await checkIn('enter_email_code')
      await visitor.enterCode('12')
      await page.waitForSelector('#code[aria-invalid="true"]')
      await check('a refused code')
      const code = net.codeOf(ada.email)
      await checkHeld('**/passwordless/authenticate', 'verifying_email_code', () =>
        visitor.enterCode(code === '000000' ? '111111' : '000000'),
      )
      await page.waitForSelector('#code[aria-invalid="true"]')
      await checkHeld('**/link/ready', 'wait_for_identity_sync', () => visitor.enterCode(code))
      await checkIn('linked')
      await checkHeld('**/miniapp/session', 'verify_chatapp_session', async () => {
        await page.evaluate('sessionStorage.clear()')
        await page.reload()
      })
      await visitor.in('collect_email')
      await page.goto(`${net.host}/chatapp/link#`)
      await page.reload()
      await checkIn('expired_or_error')
    },
  )
}
