import type { Address } from 'viem'
import type { Check, Report, Section } from './Report.ts'

/** Checks that each part of a vault's lane exists. A vault works even without an oracle, so that is only a warning. */
export function coreSection({ context, link }: Report): Section {
  const part = (
    id: string,
    label: string,
    address: Address | null,
    details: string | null,
    missing: 'fail' | 'warn',
  ): Check => ({
    id,
    label,
    status: address ? 'pass' : missing,
    details: address ? (details ?? address) : 'Not configured, or could not be read',
    href: link(address),
  })
  return {
    id: 'core',
    title: 'Core contracts',
    description: 'The contracts of this vault',
    checks: [
      part('vault', 'Vault', context.vault, named(context.vaultName, context.vaultSymbol), 'fail'),
      part('owner', 'Vault owner', context.owner, null, 'warn'),
      part('creatorToken', 'Creator coin', context.creatorToken, context.creatorSymbol, 'fail'),
      part('gauge', 'Gauge controller', context.gaugeAddress, null, 'fail'),
      part('shareOFT', 'Share token', context.shareOFTAddress, named(context.shareName, context.shareSymbol), 'fail'),
      part('wrapper', 'Wrapper', context.wrapperAddress, null, 'fail'),
      part('oracle', 'Oracle', context.oracleAddress, null, 'warn'),
    ],
  }
}

const named = (name: string | null, symbol: string | null): string | null =>
  name === null || symbol === null ? (name ?? symbol) : `${name} (${symbol})`
