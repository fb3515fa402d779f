import type { Section } from './Section.ts'
import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import type { Check, Report } from '../report/Report.ts'
import { ABSENT, fail, info, pass, warn, type Verdict } from './Verdict.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { reportCalls } from '../report/reportCalls.ts'

/** Every read of a vault's status: those of its report, what the registry says of it, and the coins that it really holds. */
export const statusCalls = (vault: Address, config: Pick<ChainConfig, 'contracts'>) => (describe: Describe) => {
  const report = reportCalls(vault, config)(describe)
  const coin = report.probe.asset
  const registry = config.contracts.registry === undefined ? null : describe.at(config.contracts.registry, registryAbi)
  return {
    report,
    held: describe.at(coin, erc20Abi)('balanceOf', [vault]),
    registry: registry && {
      coinOfVault: registry('getTokenForVault', [vault]),
      vaultOfCoin: registry('getVaultForToken', [coin]),
      shareOfCoin: registry('getShareOFTForToken', [coin]),
      isActive: registry('isTokenActive', [coin]),
    },
  }
}

/** The values read for a status; null if a contract does not answer. */
type StatusReads = Resolved<ReturnType<ReturnType<typeof statusCalls>>>

/** Whether the protocol knows the vault, and whether it is open. A switch that its owner turned off is a warning. */
export function stateSection(
  { reads, context, link }: Report,
  registry: StatusReads['registry'],
  isPrelaunch: boolean,
): Section {
  const { paused, isShutdown, vaultMode } = reads.vault
  const { vault, creatorToken, shareOFTAddress } = context
  const check = (id: string, label: string, verdict: Verdict): Check => ({ id, label, ...verdict, href: link(vault) })
  return {
    id: 'state',
    title: 'State',
    description: 'The vault’s registration and its switches',
    checks: [
      check('registry-vault', 'Registry lists the vault', listed(registry, vault, creatorToken)),
      check('registry-share', 'Registry names its share token', shared(registry, shareOFTAddress)),
      check('registry-active', 'Vault is active in the registry', active(registry)),
      check('paused', 'Vault is not paused', flag(paused, 'Paused: no deposits and no withdrawals')),
      check('shutdown', 'Vault is not shut down', flag(isShutdown, 'Shut down permanently: no more deposits')),
      check('mode', 'Vault mode is normal', mode(vaultMode)),
      check(
        'launched',
        'Vault has launched',
        isPrelaunch ? info('Not launched: it is listed, but no deposit, bid, lock or vote is built for it') : pass(),
      ),
    ],
  }
}

const NO_REGISTRY = info('No registry is configured')
const SILENT = info('The registry does not report it')

function listed(registry: StatusReads['registry'], vault: Address, coin: Address): Verdict {
  if (!registry) return NO_REGISTRY
  const { coinOfVault, vaultOfCoin } = registry
  if (coinOfVault === null && vaultOfCoin === null) return SILENT
  const [its, other] = [knownAddress(coinOfVault), knownAddress(vaultOfCoin)]
  if (its && !isAddressEqual(its, coin)) return fail(`Registered as the vault of ${its}, not of ${coin}`)
  if (other && !isAddressEqual(other, vault)) return fail(`The registered vault of ${coin} is ${other}`)
  return its || other ? pass() : fail('The registry has neither the vault nor its creator coin')
}

function shared(registry: StatusReads['registry'], share: Address | null): Verdict {
  if (!registry) return NO_REGISTRY
  if (registry.shareOfCoin === null) return SILENT
  const named = knownAddress(registry.shareOfCoin)
  if (!named) return fail('The registry does not name a share token')
  if (!share) return warn(`The registry names ${named}; the vault’s gauge controller does not name a share token`)
  return isAddressEqual(named, share)
    ? pass()
    : fail(`The registry names ${named}, the vault’s gauge controller names ${share}`)
}

function active(registry: StatusReads['registry']): Verdict {
  if (!registry) return NO_REGISTRY
  if (registry.isActive === null) return SILENT
  return registry.isActive ? pass() : warn('Inactive in the registry')
}

const flag = (value: boolean | null, text: string): Verdict => (value === null ? ABSENT : value ? warn(text) : pass())

function mode(value: number | null): Verdict {
  if (value === null) return ABSENT
  if (value === 0) return pass()
  return warn(
    value === 1
      ? 'Suspect: the vault found its own asset value implausible and restricts itself'
      : `Unknown mode ${value}`,
  )
}
