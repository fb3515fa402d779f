import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import type { Check, Report, Section } from './Report.ts'

/** Whether the parts name each other. What cannot be read, or is not set, is a warning; another contract is a fault. */
export function wiringSection({ reads, context, link }: Report): Section {
  const same = (id: string, label: string, actual: Address | null, expected: Address | null): Check => {
    const found = knownAddress(actual)
    const agrees = found && expected && isAddressEqual(found, expected)
    return {
      id,
      label,
      status: agrees ? 'pass' : found && expected ? 'fail' : 'warn',
      details: agrees ? null : found ? (expected ? `${found}, not ${expected}` : `${found}; what it should be cannot be read`) : 'Not set, or it cannot be read',
      href: link(found),
    }
  }
  const { gauge, wrapper } = reads
  const { vault, creatorToken, gaugeAddress, shareOFTAddress, shareVault, shareGaugeController } = context
  return {
    id: 'wiring',
    title: 'Wiring',
    description: 'The contracts name each other',
    checks: [
      same('gauge-vault', 'Gauge controller names the vault', gauge.vault, vault),
      same('gauge-coin', 'Gauge controller names the coin', knownAddress(gauge.creatorCoin) ?? gauge.agentToken, creatorToken),
      same('share-vault', 'Share token names the vault', shareVault, vault),
      same('share-gauge', 'Share token names the gauge controller', shareGaugeController, gaugeAddress),
      same('wrapper-vault', 'Wrapper names the vault', wrapper.vault, vault),
      same('wrapper-coin', 'Wrapper names the coin', knownAddress(wrapper.creatorCoin) ?? wrapper.agentToken, creatorToken),
      same('wrapper-share', 'Wrapper names the share token', wrapper.shareOFT, shareOFTAddress),
      minter(context.shareMinterOk, link(shareOFTAddress)),
      whitelist(reads.vault.whitelistEnabled, context.wrapperWhitelisted, link(vault)),
    ],
  }
}

const minter = (may: boolean | null, href: string | null): Check => ({
  id: 'share-minter',
  label: 'Wrapper may mint share tokens',
  status: may === null ? 'warn' : may ? 'pass' : 'fail',
  details: may === null ? 'Cannot be read' : may ? null : 'Nobody can wrap vault shares',
  href,
})

/** Only a list that is in force can keep the wrapper out. */
const whitelist = (inForce: boolean | null, listed: boolean | null, href: string | null): Check => ({
  id: 'vault-whitelist',
  label: 'Vault lists the wrapper',
  status: listed ? 'pass' : inForce === false ? 'info' : listed === null ? 'warn' : 'fail',
  details: listed ? null : inForce === false ? 'The list is not in force' : listed === null ? 'Cannot be read' : 'The wrapper may not deposit',
  href,
})
