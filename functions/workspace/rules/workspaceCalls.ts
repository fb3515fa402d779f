import type { Address } from 'viem'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeControllerAbi, registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { vaultProbe } from '../../../shared/domain/vault/requireVault.ts'
import { vaultStrategyCalls } from '../../../shared/domain/vault/vaultStrategyCalls.ts'

/** The reads that decide access to a workspace: the vault's kind, its entry in the registry, and its owner. */
export const admissionCalls = (describe: Describe, vault: Address, registry: Address) => {
  const { at } = describe
  const book = at(vault, creatorVaultAbi)
  const probe = vaultProbe(describe, vault)
  const listed = at(registry, registryAbi)
  return {
    probe,
    strategyCount: book('strategyCount'),
    owner: book('owner'),
    coinOfVault: listed('getTokenForVault', [vault]),
    vaultOfCoin: listed('getVaultForToken', [probe.asset]),
    shareToken: at(book('gaugeController'), gaugeControllerAbi)('shareOFT'),
  }
}
export type AdmissionReads = Resolved<ReturnType<typeof admissionCalls>>

/** The same, with the vault's strategies and their contracts. */
export const strategyCalls = (describe: Describe, vault: Address, registry: Address) => ({
  ...admissionCalls(describe, vault, registry),
  totalAssets: describe.at(vault, creatorVaultAbi)('totalAssets'),
  strategies: vaultStrategyCalls(describe, vault),
})
export type StrategyReads = Resolved<ReturnType<typeof strategyCalls>>

/** The same, with the vault's switches. */
export const monitoringCalls = (describe: Describe, vault: Address, registry: Address) => {
  const book = describe.at(vault, creatorVaultAbi)
  return {
    ...strategyCalls(describe, vault, registry),
    paused: book('paused'),
    isShutdown: book('isShutdown'),
    vaultMode: book('vaultMode'),
    coinBalance: book('coinBalance'),
  }
}
export type MonitoringReads = Resolved<ReturnType<typeof monitoringCalls>>
