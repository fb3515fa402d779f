import { asJson, asText } from '../json.ts'
import type { Provider } from '../wallet/Wallet.ts'
import type { Built } from './Built.ts'

/** Whether a build has expired by the newest block that the wallet knows, since its call is mined in the next one at the earliest. */
export async function isExpired(provider: Provider, { expiresAt, expiresAtBlock }: Built): Promise<boolean> {
  if (expiresAt === undefined && expiresAtBlock === undefined) return false
  const params = ['latest', false]
  const newest = await provider.request({ method: 'eth_getBlockByNumber', params }).catch(() => undefined)
  const { number, timestamp } = asJson(newest)
  // A wallet that does not read blocks leaves the time that the page counts.
  if (!asText(number) || !asText(timestamp)) return false
  const isTooHigh = expiresAtBlock !== undefined && BigInt(asText(number)) + 1n >= expiresAtBlock
  return isTooHigh || (expiresAt !== undefined && Number(timestamp) >= expiresAt)
}
