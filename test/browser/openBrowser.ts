import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { BROWSER_URL } from './serveBrowser.ts'

export const TELEPHONE_SCREEN = { width: 390, height: 760 }
/** Software draws each frame here, and waiting is animated. */
const TELEPHONE: BrowserContextOptions = { viewport: TELEPHONE_SCREEN, reducedMotion: 'reduce' }

/** Set on a tab before a visitor uses it. */
export interface Visitor {
  readonly colorScheme?: 'light' | 'dark'
  /** Runs in each document before its own scripts. */
  readonly script?: string
  /** Whether time passes as the test says. */
  readonly hasClock?: boolean
}

export interface OpenBrowser {
  /**
   * A tab in which nothing is left of the visitor before: neither cookies nor what the origin keeps, no routes and no listeners.
   * It is always the same one, or the same one with a clock: a tab and its processes cost more than most visits.
   */
  freshTab(origin: string, visitor?: Visitor): Promise<Page>
  /** Closes what has been opened beside it: a page that nobody looks at any more would still be drawn. */
  closeOthers(): Promise<void>
  close(): Promise<void>
}

interface Tab {
  readonly page: Page
  /** Takes away the script of the visitor before. */
  forget(): Promise<void>
}

/** A visitor of the browser that all files of a run share. */
export async function openBrowser(): Promise<OpenBrowser> {
  const answer = await fetch(process.env[BROWSER_URL] ?? '')
  const reply = await answer.text()
  if (!answer.ok) throw new Error(reply)
  const browser = await chromium.connect(reply)
  const open = async (): Promise<Tab> => {
    const context = await browser.newContext(TELEPHONE)
    return { page: await context.newPage(), forget: async () => {} }
  }
  const openWithClock = async () => {
    const tab = await open()
    // A context keeps its clock permanently.
    await tab.page.clock.install()
    return tab
  }
  const plain = await open()
  let clocked: Tab | undefined
  return {
    async freshTab(origin, { colorScheme = 'light', script, hasClock = false } = {}) {
      const tab = hasClock ? (clocked ??= await openWithClock()) : plain
      const { page } = tab
      page.removeAllListeners('request')
      await tab.forget()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().setOffline(false)
      await page.context().clearCookies()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (new URL(page.url()).origin !== origin) await page.goto(`${origin}/robots.txt`)
      // Work that the document has not finished writes nothing from here on.
      await page.evaluate('Storage.prototype.setItem = () => {}, sessionStorage.clear(), localStorage.clear()')
      const added = script === undefined ? undefined : await page.addInitScript(script)
      tab.forget = async () => {
        await added?.dispose()
        tab.forget = async () => {}
      }
      return page
    },
    async closeOthers() {
      const pages = browser.contexts().flatMap((context) => context.pages())
      await Promise.all(pages.map((page) => (page === plain.page || page === clocked?.page ? undefined : page.close())))
    },
    close: () => browser.close(),
  }
}
