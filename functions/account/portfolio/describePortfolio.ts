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

/** A profile with those of its wallets that count now. */
export const withWalletsOf = (profile: Profile, { wallets, canonicalWallet }: Account): Profile => ({
  ...profile,
  wallets: profile.wallets
    .filter(({ address }) => wallets.some((one) => one.address === address))
    .map((wallet) => ({ ...wallet, isCanonical: wallet.address === canonicalWallet })),
})

/** All that its owner may see of a profile; null without one, which the next sign-in opens. */
export async function describeOwn(
  profile: Profile | null,
  principal: Exclude<Principal, { kind: 'machine' }>,
  sources: Sources,
): Promise<Described> {
  const agent =
    principal.kind === 'siwa' ? { agentId: Number(principal.agentId), agentRegistry: principal.agentRegistry } : null
  const wallets = profile?.wallets ?? []
  const canonical = wallets.find(({ isCanonical }) => isCanonical)?.address ?? principal.address
  return {
    mode: 'self',
    profile: profile && profile.fields,
    wallets: wallets.map(({ linkedAt, ...wallet }) => ({ ...wallet, linkedAt: isoTime(linkedAt) })),
    linked: (profile?.linked ?? []).map(({ linkedAt, ...account }) => ({ ...account, linkedAt: isoTime(linkedAt) })),
    onchainSummary: profile && (await summarise(canonical, sources)),
    onchainIdentity: await identify(
      wallets.map(({ address }) => address),
      agent,
      sources,
    ),
  }
}

/** What anybody may see of the profile that a wallet belongs to: of its wallets that one and the canonical one alone. */
export async function describePublic(profile: Profile, requested: Address, sources: Sources): Promise<Described> {
  const wallets = profile.wallets.filter(({ address, isCanonical }) => isCanonical || address === requested)
  return {
    mode: 'public',
    profile: profile.fields,
    wallets: wallets.map(({ address, isCanonical }) => ({ address, isCanonical })),
    onchainSummary: await summarise(requested, sources),
    onchainIdentity: await identify(
      wallets.map(({ address }) => address),
      null,
      sources,
    ),
  }
}

async function summarise(wallet: Address, { now, portfolios }: Sources): Promise<Described['onchainSummary']> {
  const known = await portfolios.standing.portfolio(wallet, Math.floor(now() / 1000))
  // What another version of this service kept may have another form: that is as if nothing was kept.
  const read = KnownPortfolio.safeParse(known && jsonOrNothing(new TextEncoder().encode(known.data)))
  if (!known || !read.success) return { totalUsdValue: null, asOf: null, source: 'none', wallet }
  return { totalUsdValue: read.data.totalUsd, asOf: isoTime(known.readAt), source: 'wallet-intelligence', wallet }
}

async function identify(
  wallets: readonly Address[],
  agent: NonNullable<Described['onchainIdentity']>['agent'],
  { chain, portfolios }: Sources,
): Promise<Described['onchainIdentity']> {
  const owned = wallets.length === 0 ? [] : await portfolios.standing.vaultsOf(wallets, chain.config.chainId)
  const vaults = owned.map(({ readAt, ...vault }) => ({ ...vault, asOf: isoTime(readAt) }))
  return agent || vaults.length > 0 ? { agent, vaults } : null
}
