import { addressOf } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import type { Address } from 'viem'

/** Adds vaults to the registry and to the gauge's list until that has `count`; they share what a vault needs. */
export async function listVaults(rpcUrl: string, { contracts }: World, count: number): Promise<Address[]> {
  const chain = await openChain({ rpcUrl, artifacts: await loadArtifacts() })
  const gauge = chain.at('GaugeVoting', contracts.gaugeVoting)
  const registry = chain.at('Registry', contracts.registry)
  const owner = addressOf('owner')
  const vaults: Address[] = []
  const listed = await chain.read(gauge, 'getWhitelistedVaults')
  const wanted = count - (Array.isArray(listed) ? listed.length : 0)
  for (let n = 0; n < wanted; n++) {
    const coin = await chain.deploy('CreatorCoin', [`Coin ${n}`, `C${n}`, '', 1n, owner])
    const vault = await chain.deploy('CreatorVault', [coin.address, `Vault ${n}`, `V${n}`, owner, 1])
    const parts = [
      coin.address,
      vault.address,
      vault.address,
      contracts.wrapper,
      contracts.oracle,
      contracts.gaugeController,
    ]
    await chain.send('owner', registry, 'registerToken', [...parts, 0])
    await chain.send('owner', gauge, 'setWhitelisted', [vault.address, true])
    vaults.push(vault.address)
  }
  return vaults
}
