import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalnet, type Localnet } from '../../localnet/startLocalnet.ts'
import type { TestNet } from './localnet.ts'

/**
 * Workers of their own, with other variables, over the chain of a net that runs: a second world for a moment would take
 * longer than all that is asked of it.
 */
export async function startBeside(
  { rpcUrl, world: { chainId, contracts } }: Pick<TestNet, 'rpcUrl' | 'world'>,
  families: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Localnet> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'beside-'))
  const chain = { rpcUrl, chainId, contracts, blockTimeMs: 200 }
  const net = await startLocalnet({ chain, stateDir, families, variables })
  const stop = async () => {
    await net.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
  return { ...net, stop }
}
