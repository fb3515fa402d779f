import type { Address } from 'viem'
import type * as z from 'zod'
import type { Portfolio } from '../../../schema/account/portfolioAnswers.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { Portfolio as KnownPortfolio } from '../../../shared/provider/portfolio/Portfolio.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { Profile } from '../store/profiles.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import type { AccountContext } from '../context.ts'

type Described = z.output<typeof Portfolio>
type Sources = Pick<AccountContext, 'chain' | 'now' | 'portfolios'>

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const withWalletsOf = (profile: Profile, { wallets, canonicalWallet }: Account): Profile => ({
  ...profile,
  wallets: profile.wallets
    .filter(({ address }) => wallets.some((one) => one.address === address))
    .map((wallet) => ({ ...wallet, isCanonical: wallet.address === canonicalWallet })),
})

/** A profile as its owner sees it. `profile` is null if the address has no account yet; the next sign-in opens one. */
export async function describeOwn(
  profile: Profile | null,
  principal: Exclude<Principal, { kind: 'machine' }>,
  sources: Sources,
): Promise<Described> {
  const agent =
    principal.kind === 'siwa' ? { agentId: Number(principal.agentId), agentRegistry: principal.agentRegistry } : null
  const wallets = profile?.wallets ?? []
  const canonical = wallets.find(({ isCanonical }) => isCanonical)?.address ?? principal.address
  const addresses = wallets.map(({ address }) => address)
  const [onchainSummary, onchainIdentity] = await Promise.all([
    profile && summarise(canonical, sources),
    identify(addresses, agent, sources),
  ])
  return {
    mode: 'self',
    profile: profile && profile.fields,
    wallets: wallets.map(({ linkedAt, ...wallet }) => ({ ...wallet, linkedAt: isoTime(linkedAt) })),
    linked: (profile?.linked ?? []).map(({ linkedAt, ...account }) => ({ ...account, linkedAt: isoTime(linkedAt) })),
    onchainSummary,
    onchainIdentity,
  }
}

/** The public profile of a wallet: its fields, that wallet and the canonical wallet. */
export async function describePublic(profile: Profile, requested: Address, sources: Sources): Promise<Described> {
  const wallets = profile.wallets.filter(({ address, isCanonical }) => isCanonical || address === requested)
  const addresses = wallets.map(({ address }) => address)
  const [onchainSummary, onchainIdentity] = await Promise.all([
    summarise(requested, sources),
    identify(addresses, null, sources),
  ])
  return {
    mode: 'public',
    profile: profile.fields,
    wallets: wallets.map(({ address, isCanonical }) => ({ address, isCanonical })),
    onchainSummary,
    onchainIdentity,
  }
}

async function summarise(wallet: Address, { now, portfolios }: Sources): Promise<Described['onchainSummary']> {
  const known = await portfolios.onchainFacts.portfolio(wallet, Math.floor(now() / 1000))
  // Another version of this service may have stored another form; it is ignored.
  const read = KnownPortfolio.safeParse(known && jsonOrNothing(new TextEncoder().encode(known.data)))
  if (!known || !read.success) return { totalUsdValue: null, asOf: null, source: 'none', wallet }
  return { totalUsdValue: read.data.totalUsd, asOf: isoTime(known.readAt), source: 'wallet-intelligence', wallet }
}

async function identify(
  wallets: readonly Address[],
  agent: NonNullable<Described['onchainIdentity']>['agent'],
  { chain, portfolios }: Sources,
): Promise<Described['onchainIdentity']> {
  const owned = wallets.length === 0 ? [] : await portfolios.onchainFacts.vaultsOf(wallets, chain.config.chainId)
  const vaults = owned.map(({ readAt, ...vault }) => ({ ...vault, asOf: isoTime(readAt) }))
  return agent || vaults.length > 0 ? { agent, vaults } : null
}
