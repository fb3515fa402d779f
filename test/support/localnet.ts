import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startLocalnet as start, type Localnet } from '../../localnet/startLocalnet.ts'
import { localProfiles, type LocalProfile } from '../../localnet/seedAccounts.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import type { Anvil } from '../../localnet/world/startAnvil.ts'
import type { Role } from '../../shared/chain/config.ts'
import { borrowWorld } from './borrowWorld.ts'
import { MIGRATED_STATE } from './build.ts'

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
  /** Accounts that are there from the start: those of the local world where there is a lottery, else none. */
  readonly profiles?: readonly LocalProfile[]
  /** Vaults that must not be a destination. */
  readonly demoVaults?: (world: World) => readonly `0x${string}`[]
  /** Roles that the chain's configuration does not have. */
  readonly withoutRoles?: readonly Role[]
}

/** A borrowed chain with the local world, and built Workers of its own over it, on free ports. Stop it after the tests. */
export async function startLocalnet({
  families,
  variables,
  blockTimeMs = 200,
  nodeUrl,
  demoVaults,
  withoutRoles = [],
  profiles: given,
}: Options): Promise<TestNet> {
  const { anvil, world, giveBack } = await borrowWorld()
  try {
    const stateDir = await mkdtemp(path.join(tmpdir(), 'localnet-'))
    const migrated = process.env[MIGRATED_STATE]
    if (migrated !== undefined) await cp(migrated, stateDir, { recursive: true })
    const chain = {
      rpcUrl: (await nodeUrl?.(anvil.url)) ?? anvil.url,
      chainId: world.chainId,
      contracts: Object.fromEntries(
        Object.entries(world.contracts).filter(([name]) => !withoutRoles.some((role) => role === name)),
      ),
      blockTimeMs,
      demoVaults: demoVaults?.(world) ?? [],
    }
    const profiles = given ?? (families.includes('lottery') ? localProfiles(world.contracts.wallet) : [])
    const options = { chain, stateDir, migrated: migrated !== undefined, families, profiles }
    const net = await start({ ...options, ...(variables ? { variables } : {}) })
    const stop = async () => {
      await net.stop()
      await giveBack()
      await rm(stateDir, { recursive: true, force: true })
    }
    return { ...net, world, anvil, rpcUrl: anvil.url, stateDir, stop }
  } catch (error) {
    await giveBack()
    throw error
  }
}
