import type { Address } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { demoVaultIn } from '../../../shared/domain/vault/demoShares.ts'
import type { Wait } from './action.ts'
import type { WalletReads } from './walletCalls.ts'

/** What was read of a wallet, and at which block. */
export interface Found {
  readonly wallet: Address
  readonly config: ChainConfig
  readonly asOf: AsOf
  readonly reads: WalletReads
}

/** Builders refuse a vault that has not launched, its share token, and what leads there. */
export const demoWait = ({ config, reads }: Found, ...destinations: readonly (Address | null)[]): Wait | null =>
  demoVaultIn(destinations, config.demoVaults, reads.demoShares) ? { code: 'demo_vault' } : null
