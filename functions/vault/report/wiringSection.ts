import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import type { Check, Report, Section } from './Report.ts'

/**
 * Whether the parts name each other. One that cannot be read, or is not set, is a warning; another contract is a
 * failure.
 */
export function wiringSection({ reads, context, link, absent }: Report): Section {
  const same = (
    id: string,
    label: string,
    actual: Address | null,
    expected: Address | null,
    of: Address | null,
  ): Check => {
    const found = knownAddress(actual)
    const check = { id, label, href: link(found) }
    if (absent && actual === null && knownAddress(of)) return { ...check, ...absent }
    if (!found) return { ...check, status: 'warn', details: 'Not set, or could not be read' }
    if (!expected) return { ...check, status: 'warn', details: `${found}; the expected address could not be read` }
    if (isAddressEqual(found, expected)) return { ...check, status: 'pass', details: null }
    return { ...check, status: 'fail', details: `${found}, not ${expected}` }
  }
  const { gauge, wrapper } = reads
  const { vault, creatorToken, gaugeAddress, shareOFTAddress } = context
  return {
    id: 'wiring',
    title: 'Wiring',
    description: 'Whether the contracts refer to each other',
    checks: [
      same('gauge-vault', 'Gauge controller names the vault', gauge.vault, vault, gaugeAddress),
      same(
        'gauge-coin',
        'Gauge controller names the coin',
        knownAddress(gauge.creatorCoin) ?? gauge.agentToken ?? gauge.creatorCoin,
        creatorToken,
        gaugeAddress,
      ),
      same('share-vault', 'Share token names the vault', reads.share.vault, vault, shareOFTAddress),
      same(
        'share-gauge',
        'Share token names the gauge controller',
        reads.share.gaugeController,
        gaugeAddress,
        shareOFTAddress,
      ),
      same('wrapper-vault', 'Wrapper names the vault', wrapper.vault, vault, wrapper.address),
      same(
        'wrapper-coin',
        'Wrapper names the coin',
        knownAddress(wrapper.creatorCoin) ?? wrapper.agentToken ?? wrapper.creatorCoin,
        creatorToken,
        wrapper.address,
      ),
      same('wrapper-share', 'Wrapper names the share token', wrapper.shareOFT, shareOFTAddress, wrapper.address),
      minter(context.shareMinterOk, link(shareOFTAddress), shareOFTAddress ? absent : undefined),
      whitelist(reads.vault.whitelistEnabled, context.wrapperWhitelisted, link(vault), absent),
    ],
  }
}

const UNREAD = { status: 'warn', details: 'Could not be read' } as const

function minter(may: boolean | null, href: string | null, absent: Report['absent'] = UNREAD): Check {
  const check = { id: 'share-minter', label: 'Wrapper may mint share tokens', href }
  if (may === null) return { ...check, ...absent }
  return may
    ? { ...check, status: 'pass', details: null }
    : { ...check, status: 'fail', details: 'The wrapper is not a minter: vault shares cannot be wrapped' }
}

/** Only a whitelist that is in force can keep the wrapper out. */
function whitelist(
  inForce: boolean | null,
  listed: boolean | null,
  href: string | null,
  absent: Report['absent'] = UNREAD,
): Check {
  const check = { id: 'vault-whitelist', label: 'Wrapper is on the vault’s whitelist', href }
  if (listed) return { ...check, status: 'pass', details: null }
  if (inForce === false) return { ...check, status: 'info', details: 'The whitelist is disabled' }
  if (listed === null) return { ...check, ...(inForce === null ? absent : UNREAD) }
  return { ...check, status: 'fail', details: 'The wrapper is not on the whitelist and cannot deposit' }
}
