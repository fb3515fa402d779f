import { createClient, type Client } from 'creator-vault'
import { creatorVaultActions } from 'creator-vault/viem'
import { createWalletClient, custom, type LocalAccount } from 'viem'
import { foundry } from 'viem/chains'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { accountOf, bearer, signIn } from '../../account/support.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type Habits, injectedProvider } from './injectedProvider.ts'
import { keyWallet, pollingInterval } from './keyWallet.ts'

export type ViemNet = Awaited<ReturnType<typeof startViemNet>>

/** Builders and reads over the local world, and wallets for them that are signed in. */
export async function startViemNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  const net = await startLocalnet({
    families: ['account', 'auction', 'build', 'gauge', 'market', 'vetoken'],
    ...options,
  })
  const network = { chainId: net.world.chainId, baseUrl: net.api }

  /** A client that is signed in as an account. */
  async function signedIn(
    account: LocalAccount,
    more: Partial<Parameters<typeof createClient>[0]> = {},
  ): Promise<Client> {
    const { authorization } = bearer((await signIn(net.api, account)).token)
    const authorize = (request: Request) => {
      request.headers.set('authorization', authorization)
      return request
    }
    return createClient({ network, credential: { authorize }, ...more })
  }

  return {
    ...net,
    network,
    signedIn,
    /** A wallet with a key, and the actions. */
    async withKey(role: AccountRole, more?: Parameters<typeof signedIn>[1]) {
      const account = accountOf(net, role)
      return keyWallet(net, account).extend(creatorVaultActions({ client: await signedIn(account, more) }))
    },
    /** A wallet of a browser with its habits, and the actions. */
    async injected(role: AccountRole, habits?: Habits, more?: Parameters<typeof signedIn>[1]) {
      const provider = injectedProvider(net, role, habits)
      const client = await signedIn(provider.account, more)
      const account = provider.account.address
      const wallet = createWalletClient({ account, chain: foundry, transport: custom(provider), pollingInterval })
      return { provider, wallet: wallet.extend(creatorVaultActions({ client })) }
    },
  }
}
