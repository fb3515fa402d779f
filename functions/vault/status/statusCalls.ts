import type { Address } from 'viem'
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
export type StatusReads = Resolved<ReturnType<ReturnType<typeof statusCalls>>>
