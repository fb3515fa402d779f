import type { Address } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { demoVaultIn } from '../../../shared/domain/vault/demoShares.ts'
import type { WalletReads } from './walletCalls.ts'

/** Reads of a wallet, and their block. */
export interface Found {
  readonly wallet: Address
  readonly config: ChainConfig
  readonly asOf: AsOf
  readonly reads: WalletReads
}

/** Whether builders refuse a destination: a vault that has not launched, its share token. Nothing is offered then. */
export const isDemo = ({ config, reads }: Found, ...destinations: readonly (Address | null)[]): boolean =>
  demoVaultIn(destinations, config.demoVaults, reads.demoShares) !== null
