import type { Page } from 'playwright-core'
import { startServices } from '../../../localnet/startServices.ts'
import type { OpenBrowser, Visitor } from '../../browser/openBrowser.ts'
import { startLocalnet } from '../../support/localnet.ts'

export type PageNet = Awaited<ReturnType<typeof startPageNet>>

/** The page on real Workers, the services of the local world, and its visitors in a browser. */
export async function startPageNet(browser: OpenBrowser) {
  const services = await startServices()
  const net = await startLocalnet({ families: ['chatapp'], variables: services.variables })
  services.chatapp.serveAt(net.host)
  let people = 0
  const open = (query: Readonly<Record<string, string>>): string =>
    `${services.urls['chatapp']}/open?${new URLSearchParams(query)}`
  return {
    ...net,
    ...services,
    /** Somebody whom nobody has seen before. */
    somebody: () => {
      const number = ++people
      return { user: String(720_000_000 + number), email: `browser-${number}@example.com` }
    },
    open,
    /** A tab in which nothing was open yet. */
    freshTab: (visitor?: Visitor) => browser.freshTab(net.host, visitor),
    codeOf: (email: string): string => services.identity.codes.current(email)?.code ?? '',
    async stop() {
      await net.stop()
      await services.stop()
    },
  }
}

const PHASE = 'main[data-phase]'

/** The page as its user sees it. */
export function user(page: Page) {
  return {
    page,
    phase: () => page.getAttribute(PHASE, 'data-phase'),
    /** Until the flow is in a state. */
    in: (phase: string) => page.waitForSelector(`main[data-phase="${phase}"]`, { timeout: 45_000 }),
    enterEmail: async (email: string) => {
      await page.fill('#email', email)
      await page.keyboard.press('Enter')
    },
    enterCode: async (code: string) => {
      await page.fill('#code', code)
      await page.keyboard.press('Enter')
    },
    text: () => page.innerText('main'),
    press: (name: string) => page.getByRole('button', { name }).click(),
  }
}
