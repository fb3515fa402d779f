import { createWalletClient, http, type LocalAccount } from 'viem'
import { foundry } from 'viem/chains'
import type { TestNet } from '../../support/localnet.ts'

/**
 * How often wallets look for blocks, in milliseconds. viem does not notice a block that comes while it asks for a transaction, and the
 * local node makes no other, so that it must not look too often.
 */
export const pollingInterval = 200

/** A wallet client that signs with a key of its own. */
export const keyWallet = ({ rpcUrl }: Pick<TestNet, 'rpcUrl'>, account: LocalAccount) =>
  createWalletClient({ account, chain: foundry, transport: http(rpcUrl), pollingInterval })
