import { createCreatorStore } from '../functions/agents/store/creators.ts'
import { localServerWallet } from './custody/localServerWallet.ts'
import type { LocalProfile } from './seedAccounts.ts'

/**
 * Enables and lists the agents of profiles with a smart wallet, as their creators would; the server wallet is an owner of
 * that of the local world.
 */
export async function seedCreators(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const creators = createCreatorStore(db)
  for (const { id, wallets } of profiles) {
    const smart = wallets.find(({ kind }) => kind === 'smart')
    if (!smart) continue
    const wallet = localServerWallet(`creator-agent-${smart.address.toLowerCase()}`)
    await creators.keepWallet(smart.address, wallet, now)
    await creators.put(
      {
        creatorAddress: smart.address,
        profileId: id,
        agentType: 'smart-wallet',
        serverWalletId: wallet.id,
        smartWalletAddress: smart.address,
        listedPublicly: true,
      },
      now,
      { data: null },
    )
  }
}
