import type { ServedChain } from './localVariables.ts'
import { worldInProcess } from './inProcess.ts'
import type { World } from './world/buildWorld.ts'
import { catchUp, findChain, forgetChain } from './world/keptChain.ts'
import { startAnvil } from './world/startAnvil.ts'

/** The number of latest blocks whose state can be queried: a full node has 128; these are also the last month of the history. */
const KEPT_STATES = 300

interface Options {
  readonly port: number
  /** Folder of the last start's chain. */
  readonly folder: string
  /** Continue the chain of the last start. */
  readonly keep: boolean
  readonly say: (line: string) => void
  /** Receives the function that stops the node. */
  readonly cleanups: (() => Promise<unknown>)[]
  /** Called when the node runs and the world is being built. */
  readonly onBuilding: () => void
}

/** The chain of the local world: the last start's, or a new one. */
export async function ownChain({ port, folder, keep, say, cleanups, onBuilding }: Options) {
  const kept = keep ? await findChain(folder) : undefined
  if (!kept) await forgetChain(folder)
  say(kept ? 'chain: continues from the last start' : newChain(keep))
  const anvil = await startAnvil({
    port,
    keptStates: KEPT_STATES,
    detached: true,
    // A node counts its time from its first block, and from now if that is an old one.
    ...(kept ? { timestamp: Math.floor(Date.now() / 1000), args: ['--load-state', kept.stateFile] } : {}),
  })
  cleanups.push(() => anvil.stop())
  say(`chain: anvil listens at ${anvil.url}`)
  if (kept) await catchUp(anvil.url, kept)
  const building = kept ? kept.world : worldInProcess(anvil.url, say)
  onBuilding()
  const world = await building
  say(
    kept
      ? 'chain: continued, its clock is at the present time'
      : 'chain: contracts deployed, with sixty days of history',
  )
  return { ...chainOf(port, world), isContinued: kept !== undefined }
}

/** A world and its chain. */
export const chainOf = (port: number, world: World) => ({
  chain: {
    rpcUrl: `http://127.0.0.1:${port}`,
    chainId: world.chainId,
    contracts: world.contracts,
    blockTimeMs: 200,
  } satisfies ServedChain,
  world,
})

const newChain = (keep: boolean): string =>
  keep
    ? '--keep: no saved chain from the last start, so the chain is new'
    : 'chain: new; accounts and sessions of earlier starts stay (--keep continues their chain too)'
