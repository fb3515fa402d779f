import { localServerWallet } from '../custody/localServerWallet.ts'
import type { Chain, Contract } from './openChain.ts'

/** Makes the server wallet, which the wallet provider makes for a contract wallet of `owner`, an owner of it. */
export async function addServerWallet(chain: Chain, wallet: Contract): Promise<void> {
  const { address } = localServerWallet(`creator-agent-${wallet.address.toLowerCase()}`)
  await chain.send('owner', wallet, 'addOwnerAddress', [address])
}
