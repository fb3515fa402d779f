import type { Page } from 'playwright-core'
import * as z from 'zod'
import { ProviderError, type injectedProvider } from '../../client/viem/injectedProvider.ts'

type Injected = Pick<ReturnType<typeof injectedProvider>, 'request'>

const WalletRequest = z.object({ method: z.string(), params: z.unknown().optional() })

/** The wallet of a page: what it asks for goes to a provider of the test, which signs with a key of its own. */
export interface PageWallet {
  use(provider: Injected | undefined): void
  /** Sends an event of the wallet to the page (EIP-1193). */
  emit(page: Page, event: string, value: unknown): Promise<void>
}

/** Gives a tab a function that its injected wallet asks. */
export async function openPageWallet(page: Page): Promise<PageWallet> {
  let current: Injected | undefined
  await page.exposeFunction('askWallet', async (text: string) => {
    try {
      if (!current) throw new ProviderError(4900, 'the wallet is locked')
      return JSON.stringify({ result: (await current.request(WalletRequest.parse(JSON.parse(text)))) ?? null })
    } catch (error) {
      const code = error instanceof ProviderError ? error.code : -32_603
      return JSON.stringify({ error: { code, message: error instanceof Error ? error.message : '' } })
    }
  })
  return {
    use: (provider) => void (current = provider),
    emit: (tab, event, value) =>
      tab.evaluate(`window.testWallet.emit(${JSON.stringify(event)}, ${JSON.stringify(value)})`),
  }
}

/** Announces a wallet to the page (EIP-6963), whose name and icon are a stranger's. */
export const WALLET_SCRIPT = `(() => {
  const listeners = {}
  const provider = {
    async request(asked) {
      const { result, error } = JSON.parse(await window.askWallet(JSON.stringify(asked)))
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on(event, listener) { (listeners[event] ??= []).push(listener) },
    removeListener(event, listener) { listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener) },
  }
  window.testWallet = { emit: (event, value) => (listeners[event] ?? []).forEach((listener) => listener(value)) }
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Pocket <b>wallet</b>', icon: 'https://elsewhere.example/icon.png', rdns: 'example.pocket' }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
})()`

/** Name of that wallet, as a text. */
export const WALLET_NAME = 'Pocket <b>wallet</b>'

/** Goes on by Tab to the button or checkbox whose text begins so, and presses a key there. */
export async function tabTo(page: Page, text: string, key = 'Enter'): Promise<void> {
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    const on = await page.evaluate<string>(
      `document.activeElement.matches('button, [type=checkbox]') ? document.activeElement.closest('button, label').innerText : ''`,
    )
    if (on.startsWith(text)) return page.keyboard.press(key)
  }
  throw new Error(`no stop at the button ${text}`)
}
