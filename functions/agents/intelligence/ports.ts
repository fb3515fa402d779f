import type { Address } from 'viem'
import type { Portfolio, ReadWallet, WalletReading } from '../../../shared/provider/portfolio/Portfolio.ts'
import type { Basename, EnsProfile, EntityLabel, Funder, RoomKeys, SocialAccount } from './parts.ts'

/** The first funder of an account; null if nobody funded it; `contract` if it is a contract, which has no first funder. */
export type FirstFunder = (
  address: Address,
  chainId: number,
  signal: AbortSignal,
) => Promise<Funder | 'contract' | null>

/** Whether there is a contract at an address; null if that is not known here. Never throws. */
export type IsContract = (address: Address, chainId: number, signal: AbortSignal) => Promise<boolean | null>

/** Label of an address; null if no provider has one. Partial if a provider did not answer. */
export interface LabelReading extends WalletReading<EntityLabel | null> {
  /** No provider answered. */
  readonly isUnread?: boolean
}

/** Never throws. */
export type LabelOf = (address: Address, chainId: number, signal: AbortSignal) => Promise<LabelReading>

/** Sources of intelligence; undefined for those that are not configured. */
export interface IntelligencePorts {
  /** For a chain; undefined if nobody is configured who knows its funders. */
  readonly firstFunder: (chainId: number) => FirstFunder | undefined
  readonly isContract: IsContract
  /** By the built-in list alone. */
  readonly knownLabel: (address: Address, chainId: number) => EntityLabel | null
  /** Asks providers, too. */
  readonly askLabel: LabelOf | undefined
  readonly portfolio: ReadWallet<Portfolio> | undefined
  readonly ens: ReadWallet<EnsProfile> | undefined
  readonly basename: ReadWallet<Basename> | undefined
  readonly social: ReadWallet<SocialAccount> | undefined
  readonly keys: ReadWallet<RoomKeys> | undefined
}
