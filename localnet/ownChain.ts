import type { ServedChain } from './localVariables.ts'
import { worldInProcess } from './inProcess.ts'
import type { World } from './world/buildWorld.ts'
import { catchUp, findChain, forgetChain } from './world/keptChain.ts'
import { startAnvil } from './world/startAnvil.ts'

/** The number of latest blocks whose state can be queried: as many as a full node has. */
const KEPT_STATES = 128

interface Asked {
  readonly port: number
  /** Where the chain of the last start is saved. */
  readonly folder: string
  /** Continue the chain of the last start. */
  readonly keep: boolean
  /** The file of the program that builds a world. */
  readonly program: Promise<string>
  readonly say: (line: string) => void
  /** What ends what has been started. */
  readonly cleanups: (() => Promise<unknown>)[]
}

/** The chain of the local world: the last start's, or a new one. */
export async function ownChain({ port, folder, keep, program, say, cleanups }: Asked) {
  const kept = keep ? await findChain(folder) : undefined
  if (!kept) await forgetChain(folder)
  say(kept ? 'the world of the last start goes on' : anew(keep))
  const anvil = await startAnvil({
    port,
    keptStates: KEPT_STATES,
    detached: true,
    // A node counts its time from its first block, and from now if that is an old one.
    ...(kept ? { timestamp: Math.floor(Date.now() / 1000), args: ['--load-state', kept.stateFile] } : {}),
  })
  cleanups.push(() => anvil.stop())
  say(`anvil at ${anvil.url}`)
  if (kept) await catchUp(anvil.url, kept)
  const world = kept?.world ?? (await worldInProcess(await program, anvil.url, say))
  say(kept ? 'its chain is up to now' : 'contracts deployed, with sixty days of history')
  return { ...chainOf(port, world), isContinued: kept !== undefined }
}

/** How a world is served. */
export const chainOf = (port: number, world: World) => ({
  chain: {
    rpcUrl: `http://127.0.0.1:${port}`,
    chainId: world.chainId,
    contracts: world.contracts,
    blockTimeMs: 200,
  } satisfies ServedChain,
  world,
})

const anew = (keep: boolean): string =>
  keep
    ? 'no start has left a chain: the world begins anew'
    : 'the world begins anew, with a new chain; people and their sessions stay (--keep continues the chain too)'
