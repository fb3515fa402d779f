import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalnet as start, type Localnet } from '../../localnet/startLocalnet.ts'
import { localProfiles } from '../../localnet/seedAccounts.ts'
import { buildWorld, type World } from '../../localnet/world/buildWorld.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'

export interface TestNet extends Localnet {
  readonly world: World
  readonly anvil: Anvil
  readonly rpcUrl: string
  readonly stateDir: string
}

interface Options {
  /** Families to run beside core and the gateway. */
  readonly families: readonly string[]
  /** Variables and secrets of the Workers, over the local defaults. */
  readonly variables?: Readonly<Record<string, string>>
  /** How long an answer of the newest block is kept. */
  readonly blockTimeMs?: number
  /** What the Workers are given as their node, from anvil's own URL: a proxy in front of it, say. */
  readonly nodeUrl?: (anvilUrl: string) => string | Promise<string>
  /** Vaults that must not be a destination. */
  readonly demoVaults?: (world: World) => readonly `0x${string}`[]
}

/** A chain of its own with the local world, and the built Workers over it, on free ports. Stop it after the tests. */
export async function startLocalnet({
  families,
  variables,
  blockTimeMs = 200,
  nodeUrl,
  demoVaults,
}: Options): Promise<TestNet> {
  const anvil = await startAnvil()
  try {
    const world = await buildWorld({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
    const stateDir = await mkdtemp(path.join(tmpdir(), 'localnet-'))
    const chain = {
      rpcUrl: (await nodeUrl?.(anvil.url)) ?? anvil.url,
      chainId: world.chainId,
      contracts: world.contracts,
      blockTimeMs,
      demoVaults: demoVaults?.(world) ?? [],
    }
    const profiles = localProfiles(world.contracts.wallet)
    const net = await start({ chain, stateDir, families, profiles, ...(variables ? { variables } : {}) })
    const stop = async () => {
      await net.stop()
      await anvil.stop()
      await rm(stateDir, { recursive: true, force: true })
    }
    return { ...net, world, anvil, rpcUrl: anvil.url, stateDir, stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
