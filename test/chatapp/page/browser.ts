import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startServices } from '../../../localnet/startServices.ts'
import { startLocalnet } from '../../support/localnet.ts'

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync']

export type PageNet = Awaited<ReturnType<typeof startPageNet>>

/** The page on real Workers, the services of the local world, and a browser. */
export async function startPageNet() {
  const services = await startServices()
  const net = await startLocalnet({ families: ['chatapp'], variables: services.variables })
  services.chatapp.serveAt(net.host)
  const browser: Browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: FLAGS })
  let people = 0
  return {
    ...net,
    ...services,
    browser,
    /** Somebody whom nobody has seen before. */
    somebody: () => {
      const number = ++people
      return { user: String(720_000_000 + number), email: `browser-${number}@example.com` }
    },
    open: (query: Readonly<Record<string, string>>): string =>
      `${services.urls['chatapp']}/open?${new URLSearchParams(query)}`,
    codeOf: (email: string): string => services.identity.codes.current(email)?.code ?? '',
    /** A page that nobody looks at any more would still be drawn. */
    closePages: async () => void (await Promise.all(browser.contexts().map((context) => context.close()))),
    async stop() {
      await browser.close()
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
    in: (phase: string) => page.waitForSelector(`main[data-phase="${phase}"]`, { timeout: 15_000 }),
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
