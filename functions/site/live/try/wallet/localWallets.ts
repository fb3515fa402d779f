import { asItems, asJson, asText } from '../json.ts'
import type { Wallet } from './Wallet.ts'

/** The published accounts of a localnet, as wallets; only its documents name their path. */
export async function localWallets(page: Document): Promise<Wallet[]> {
  const url = page.querySelector<HTMLMetaElement>('meta[name="local-wallet"]')?.content
  if (url === undefined) return []
  const ask = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', body, headers, credentials: 'omit' })
    const { result, error } = asJson(await response.json())
    if (error === undefined && response.ok) return result
    throw asJson(error)
  }
  const accounts = await ask('localnet_accounts').catch(() => [])
  return asItems(accounts).map((one): Wallet => {
    const { role, address } = asJson(one)
    return {
      id: `localnet-${asText(role)}`,
      name: asText(role),
      note: `${asText(address).slice(0, 8)}…`,
      signsAtOnce: true,
      provider: {
        async request({ method, params }) {
          return method === 'eth_requestAccounts' || method === 'eth_accounts' ? [address] : ask(method, params)
        },
      },
    }
  })
}
