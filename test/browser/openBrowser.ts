import { existsSync } from 'node:fs'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A telephone. Software draws each frame here, and waiting is animated. */
const TELEPHONE: BrowserContextOptions = { viewport: { width: 390, height: 760 }, reducedMotion: 'reduce' }

/** What the one tab is told before a visitor has it. */
export interface Visitor {
  readonly colorScheme?: 'light' | 'dark'
  /** Runs in each document before its own scripts. */
  readonly script?: string
}

export interface OpenBrowser {
  /**
   * The one tab, in which nothing is left of the visitor before: neither cookies nor what the origin keeps, no routes, and no
   * listeners. A tab and its processes cost more than most visits.
   */
  freshTab(origin: string, visitor?: Visitor): Promise<Page>
  /** A tab with its own cookies, cache and clock, for as long as the test. */
  ownTab(options?: BrowserContextOptions): Promise<Page>
  /** Closes all but the one tab: a page that nobody looks at any more would still be drawn. */
  closeOthers(): Promise<void>
  close(): Promise<void>
}

export async function openBrowser(): Promise<OpenBrowser> {
  const browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: FLAGS })
  const context = await browser.newContext(TELEPHONE)
  const tab = await context.newPage()
  let forget = async () => {}
  return {
    async freshTab(origin, { colorScheme, script } = {}) {
      tab.removeAllListeners('request')
      await forget()
      await tab.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await context.clearCookies()
      await tab.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce' })
      // A document of the origin that runs nothing, and so writes nothing any more.
      await tab.goto(`${origin}/robots.txt`)
      await tab.evaluate('sessionStorage.clear(), localStorage.clear()')
      const added = script === undefined ? undefined : await tab.addInitScript(script)
      forget = async () => {
        await added?.dispose()
        forget = async () => {}
      }
      return tab
    },
    ownTab: async (options = {}) => (await browser.newContext({ ...TELEPHONE, ...options })).newPage(),
    async closeOthers() {
      await Promise.all(browser.contexts().map((one) => (one === context ? undefined : one.close())))
      await Promise.all(context.pages().map((one) => (one === tab ? undefined : one.close())))
    },
    close: () => browser.close(),
  }
}
