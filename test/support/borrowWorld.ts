import { buildWorld, type World } from '../../localnet/world/buildWorld.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'
import { ask } from './ask.ts'
import { share } from './cpu.ts'
import { goBack } from './restorePoint.ts'

interface Stage {
  readonly anvil: Anvil
  readonly world: World
  /** The chain as the history left it. */
  snapshot: unknown
  /** Whether the node has the states of the whole history: blocks that are mined push the oldest out, also if they are undone. */
  hasPast: boolean
}

export interface WorldNeeds {
  /** Whether states of past blocks are read. */
  readonly past?: boolean | undefined
}

export interface BorrowedWorld {
  readonly anvil: Anvil
  readonly world: World
  /** Undoes all that has happened on the chain since it was borrowed, and leaves it to the next. */
  giveBack(): Promise<void>
}

/** Chains that nobody uses; test files of one process run one after the other, and each leaves its chain to the next. */
const idle: Stage[] = []

/** A chain with the local world, its clock at now: nobody else's until it is given back. */
export async function borrowWorld({ past = false }: WorldNeeds = {}): Promise<BorrowedWorld> {
  const found = idle.findLastIndex(({ hasPast }) => hasPast || !past)
  const [stage = await share(build)] = found === -1 ? [] : idle.splice(found, 1)
  const { anvil, world } = stage
  // Its history may have ended minutes ago.
  await ask(anvil.url, 'evm_setTime', Math.floor(Date.now() / 1000))
  await ask(anvil.url, 'evm_mine')
  return {
    anvil,
    world,
    async giveBack() {
      stage.hasPast = false
      await goBack(anvil.url, stage.snapshot)
      stage.snapshot = await ask(anvil.url, 'evm_snapshot')
      idle.push(stage)
    },
  }
}

async function build(): Promise<Stage> {
  const anvil = await startAnvil()
  try {
    const world = await buildWorld({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
    return { anvil, world, snapshot: await ask(anvil.url, 'evm_snapshot'), hasPast: true }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
