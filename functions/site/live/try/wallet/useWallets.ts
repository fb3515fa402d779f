import { useEffect, useState } from 'preact/hooks'
import { asJson, asText } from '../json.ts'
import { localWallets } from './localWallets.ts'
import { isProvider, type Wallet } from './Wallet.ts'

/** Wallets that answer a page do so at once. */
const WAIT_MS = 300

/** The wallets of the visitor: those that announce themselves (EIP-6963), else the one of the window; on a localnet its accounts too. */
export function useWallets(): { readonly wallets: readonly Wallet[]; readonly isLooking: boolean } {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const [isLooking, setLooking] = useState(true)
  useEffect(() => {
    const add = (more: readonly Wallet[]) =>
      setWallets((known) => [...known, ...more.filter(({ id }) => known.every((one) => one.id !== id))])
    let announced = 0
    const hear = (event: Event) => {
      const { info, provider } = asJson('detail' in event ? event.detail : undefined)
      if (!isProvider(provider)) return
      const { uuid, name, icon } = asJson(info)
      announced++
      add([
        {
          id: asText(uuid),
          name: asText(name).slice(0, 60) || 'Unnamed wallet',
          icon: asText(icon).startsWith('data:image/') ? asText(icon) : undefined,
          provider,
        },
      ])
    }
    const settle = () => {
      const given: unknown = Reflect.get(window, 'ethereum')
      if (announced === 0 && isProvider(given)) add([{ id: 'window', name: 'Browser wallet', provider: given }])
      setLooking(false)
    }
    addEventListener('eip6963:announceProvider', hear)
    dispatchEvent(new Event('eip6963:requestProvider'))
    const timer = setTimeout(settle, WAIT_MS)
    void localWallets(document).then(add)
    return () => {
      removeEventListener('eip6963:announceProvider', hear)
      clearTimeout(timer)
    }
  }, [])
  return { wallets, isLooking }
}
