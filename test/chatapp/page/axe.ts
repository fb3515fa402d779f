import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Visitor } from '../../browser/openBrowser.ts'
import { soak } from '../../support/soak.ts'
import { DARK, webView } from './inChatApp.ts'
import { type PageNet, user } from './startPageNet.ts'

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

const ALL: readonly [string, Visitor][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['dark by the chat app', { script: webView(DARK) }],
]
/** The system's dark palette in a soak alone: the chat app's is dark too, and has the page's contrasts as well. */
const THEMES = soak(0, 1) === 1 ? ALL : ALL.filter(([name]) => name !== 'dark')

async function expectNothing(page: Page, what: string): Promise<void> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  const found = Violations.parse(await page.evaluate('axe.run().then(({ violations }) => violations)'))
  expect(
    found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}

/** Tests of the page by axe, which finds parts that a person cannot see or reach. */
export function axeTests(current: () => PageNet) {
  let net: PageNet
  beforeAll(() => void (net = current()))

  test.each(THEMES)(
    'axe, %s: finds nothing against any state, nor against a field that was refused',
    async (_, theme) => {
      const ada = net.somebody()
      const page = await net.freshTab(theme)
      const visitor = user(page)
      const check = (what: string) => expectNothing(page, what)
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

      // All in one document: axe takes longer to be read than to look at a state.
      await checkHeld('**/miniapp/session', 'verify_chatapp_session', () => page.goto(net.open({ user: ada.user })))
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
      net.identity.setFaults({ hideChatapp: true })
      await checkHeld('**/link/ready', 'wait_for_identity_sync', () => visitor.enterCode(code))
      await checkIn('expired_or_error')
      net.identity.setFaults({})
      // The page has no button of its own beside those of the chat app.
      await (theme.script === undefined ? visitor.press('Try again') : page.evaluate(`tell('main_button_pressed')`))
      await checkIn('linked')
    },
  )

  test('axe: finds nothing against a page that was opened outside the chat app', async () => {
    const page = await net.freshTab()
    await page.goto(`${net.host}/chatapp/link`)
    await user(page).in('expired_or_error')
    await expectNothing(page, 'expired_or_error')
  })
}
