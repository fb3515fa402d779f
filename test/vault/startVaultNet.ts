import type * as z from 'zod'
import { expect } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain, type Contract } from '../../localnet/world/openChain.ts'
import { deployVault, type DeployVaultOptions } from '../../localnet/world/deployVault.ts'
import { VaultReport } from '../../schema/vault/report.ts'
import { VaultStrategies } from '../../schema/vault/strategy.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { type BorrowedNet, startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

export type Report = z.output<typeof VaultReport>
export type Strategies = z.output<typeof VaultStrategies>

/** A localnet with the vault family behind a recording proxy, and with contracts that misbehave. */
export async function startVaultNet({ followsBlocks = false } = {}) {
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({
      sources: ['test/vault/contracts/MoodyStrategy.sol', 'test/vault/contracts/BareLane.sol'],
    })),
  }
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['vault'],
    blockTimeMs: 0,
    // Core's job reads vaults too, and some tests count the reads of one.
    followsBlocks,
    demoVaults: (world) => [world.contracts.vault2],
    nodeUrl: async (anvilUrl) => (proxy = await startRpcProxy(anvilUrl)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  return vaultNet(net, proxy, await openChain({ rpcUrl: net.rpcUrl, artifacts }), artifacts)
}

export type VaultNet = Awaited<ReturnType<typeof startVaultNet>>

function vaultNet(net: BorrowedNet, proxy: RpcProxy, chain: Chain, artifacts: DeployVaultOptions['artifacts']) {
  /** Never cached; while the node is out of reach a previous answer may be served. */
  const ask = (address: string, what: 'report' | 'strategies', query = ''): Promise<Response> =>
    fetch(`${net.sockets['vault']}/v1/vault/${address}/${what}?${query}`)
  async function answer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return schema.parse(JSON.parse(text).data)
  }
  return {
    ...net,
    proxy,
    chain,
    ask,
    report: async (address: string) => answer(await ask(address, 'report'), VaultReport),
    strategies: async (address: string) => answer(await ask(address, 'strategies'), VaultStrategies),
    /** Number of requests to the node that name a vault. */
    readsOf: (vault: string) =>
      proxy.requests.filter((request) => JSON.stringify(request).toLowerCase().includes(vault.slice(2).toLowerCase()))
        .length,
    deployVault: (options: Pick<DeployVaultOptions, 'strategies' | 'kinds'>) =>
      deployVault({ rpcUrl: net.rpcUrl, artifacts, world: net.world, ...options }),
    /** Sends as `owner`. */
    send: (contract: Contract, functionName: string, args: readonly unknown[] = []) =>
      chain.send('owner', contract, functionName, args),
    async stop() {
      await net.stop()
      await proxy.stop()
    },
  }
}
