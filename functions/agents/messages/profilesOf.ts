import type { Address } from 'viem'
import type { Messaging } from './Messaging.ts'

/** Wallets of an inbox that are looked at. */
const MOST_WALLETS = 8

/** The accounts, each once, behind the wallets of an inbox. Throws authority_unknown, store_unavailable. */
export async function profilesOf(
  wallets: readonly Address[],
  { authority }: Pick<Messaging, 'authority'>,
): Promise<string[]> {
  const found = await Promise.all(wallets.slice(0, MOST_WALLETS).map((wallet) => authority.behind(wallet)))
  return [...new Set(found.flatMap(({ account }) => account?.profileId ?? []))]
}
