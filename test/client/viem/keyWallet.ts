import { createWalletClient, http, type LocalAccount } from 'viem'
import { foundry } from 'viem/chains'
import type { TestNet } from '../../support/localnet.ts'

/** A wallet client that signs with a key of its own. */
export const keyWallet = ({ rpcUrl }: Pick<TestNet, 'rpcUrl'>, account: LocalAccount) =>
  createWalletClient({ account, chain: foundry, transport: http(rpcUrl), pollingInterval: 20 })
