import type { Section } from './Section.ts'
import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import type { StatusReads } from './statusCalls.ts'
import type { Check, Report } from '../report/Report.ts'
import { ABSENT, fail, info, pass, warn, type Verdict } from './Verdict.ts'

/** Whether the protocol knows the vault, and whether it is open. What its owner has switched off is a warning. */
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
    description: 'What the registry says of the vault, and its switches',
    checks: [
      check('registry-vault', 'The registry lists the vault', listed(registry, vault, creatorToken)),
      check('registry-share', 'The registry names its share token', shared(registry, shareOFTAddress)),
      check('registry-active', 'The registry has it switched on', active(registry)),
      check('paused', 'It is not paused', flag(paused, 'Paused: neither deposits nor withdrawals')),
      check('shutdown', 'It is not shut down', flag(isShutdown, 'Shut down: no more deposits, for good')),
      check('mode', 'Its mode is normal', mode(vaultMode)),
      check(
        'launched',
        'It has launched',
        isPrelaunch ? info('It has not: it is shown, and nothing is built that sends to it') : pass(),
      ),
    ],
  }
}

const NO_REGISTRY = info('No registry is configured')
const SILENT = info('The registry does not say')

function listed(registry: StatusReads['registry'], vault: Address, coin: Address): Verdict {
  if (!registry) return NO_REGISTRY
  const { coinOfVault, vaultOfCoin } = registry
  if (coinOfVault === null && vaultOfCoin === null) return SILENT
  const [its, other] = [knownAddress(coinOfVault), knownAddress(vaultOfCoin)]
  if (its && !isAddressEqual(its, coin)) return fail(`As the vault of ${its}, not of ${coin}`)
  if (other && !isAddressEqual(other, vault)) return fail(`The vault of ${coin} is ${other}`)
  return its || other ? pass() : fail('It knows neither the vault nor its coin')
}

function shared(registry: StatusReads['registry'], share: Address | null): Verdict {
  if (!registry) return NO_REGISTRY
  if (registry.shareOfCoin === null) return SILENT
  const named = knownAddress(registry.shareOfCoin)
  if (!named) return fail('It names none')
  if (!share) return warn(`It names ${named}; the vault’s gauge controller names none`)
  return isAddressEqual(named, share) ? pass() : fail(`It names ${named}, the vault’s gauge controller ${share}`)
}

function active(registry: StatusReads['registry']): Verdict {
  if (!registry) return NO_REGISTRY
  if (registry.isActive === null) return SILENT
  return registry.isActive ? pass() : warn('Switched off')
}

const flag = (value: boolean | null, text: string): Verdict => (value === null ? ABSENT : value ? warn(text) : pass())

function mode(value: number | null): Verdict {
  if (value === null) return ABSENT
  if (value === 0) return pass()
  return warn(value === 1 ? 'Suspect: it finds its own assets implausible, and holds back' : `Unknown mode ${value}`)
}
