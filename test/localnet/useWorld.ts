import { BaseError, ContractFunctionRevertedError, createTestClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { World } from '../../localnet/world/buildWorld.ts'
import { type CompiledRole, contractNames } from '../../localnet/world/contractRoles.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../localnet/world/openChain.ts'
import type { Artifacts } from '../../platform/compile.ts'
import { restorePoint } from '../support/restorePoint.ts'
import { borrowWorld } from '../support/borrowWorld.ts'

type Running = {
  chain: Chain
  world: World
  rpcUrl: string
  artifacts: Artifacts
  contract(role: CompiledRole): Contract
  /** Mines a block this many seconds after the latest one. */
  pass(seconds: number): Promise<void>
  /** Time of the latest block, unix seconds. */
  now(): Promise<number>
}

/** A world to itself for a test file; each test begins with the chain as the history left it. */
export function useWorld(): () => Running {
  let started: Awaited<ReturnType<typeof start>> | undefined
  const get = () => {
    if (!started) throw new Error('The world is there in tests only.')
    return started
  }
  beforeAll(async () => {
    started = await start()
  }, 120_000)
  beforeEach(() => restorePoint(get().running.rpcUrl))
  afterAll(() => started?.giveBack())
  return () => get().running
}

async function start() {
  const artifacts = await loadArtifacts()
  const { anvil, world, giveBack } = await borrowWorld()
  const rpcUrl = anvil.url
  const chain = await openChain({ rpcUrl, artifacts })
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  const now = async () => Number((await chain.latest()).timestamp)
  const running: Running = {
    chain,
    world,
    rpcUrl,
    artifacts,
    now,
    contract: (role) => chain.at(contractNames[role], world.contracts[role]),
    async pass(seconds) {
      await chain.setTime((await now()) + seconds)
      await node.mine({ blocks: 1 })
    },
  }
  return { running, giveBack }
}

const isRevert = (cause: unknown) => cause instanceof ContractFunctionRevertedError

/** The name of the custom error, or the text, with which a call reverted. @throws Error when it did not. */
export async function revertOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const revert = error instanceof BaseError ? error.walk(isRevert) : undefined
    if (!(revert instanceof ContractFunctionRevertedError)) throw error
    const name = revert.data?.errorName
    return (name === 'Error' ? revert.reason : name) ?? revert.signature ?? 'without a reason'
  }
  throw new Error('The call did not revert.')
}
