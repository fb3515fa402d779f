import type { RpcReply } from '../chain/RpcCall.ts'
import type * as z from 'zod'
import { numberToHex, type Address, type Hex } from 'viem'
import type { Simulation as Schema } from '../../schema/calldata.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Attempt, CallOutcome } from './Attempt.ts'
import { attemptGas, isStarved, mayBeStarved } from './attemptGas.ts'
import { attemptCall } from './attemptCall.ts'
import { attemptSimulateV1, isUnknownMethod } from './attemptSimulateV1.ts'
import type { Step } from './encodeStep.ts'

export type Simulation = z.output<typeof Schema>

/** A simulation, and if it succeeded what the last call returned. */
export type Simulated = Simulation & { readonly returned?: Hex }

/**
 * Simulates calls of one sender, one after another, on the state after a block, in one upstream request, or two if a
 * revert may be due to the node's gas limit; nothing is sent.
 */
export type Simulate = (sequence: {
  from: Address
  steps: readonly Step[]
  blockNumber: string
  /** Unix seconds at which they run; by default the node's choice, about that of the block. */
  time?: number | undefined
}) => Promise<Simulated>

/** Pause before a node that does not support eth_simulateV1 is tried again. */
const PAUSE_MS = 600_000

export const UNAVAILABLE: Simulation = { status: 'unavailable', blockNumber: null }

/**
 * Simulates by eth_simulateV1, or by eth_call if a node does not have it, in the following block if the node accepts
 * block overrides. Until it is known which of these a node supports, the one request tries all of them.
 */
export function createSimulator({ rpc, config }: Chain, now: () => number): Simulate {
  let answersV1 = false
  let refusedUntil = 0
  /** Whether eth_call runs in the following block; undefined until that is known. */
  let runsAhead: boolean | undefined

  /** One reply for each attempt that is made; none when no node answers. */
  async function ask(attempts: readonly (Pick<Attempt, 'request'> | undefined)[]): Promise<(RpcReply | undefined)[]> {
    const made = attempts.filter((attempt) => attempt !== undefined)
    if (made.length === 0) return []
    try {
      const replies = await rpc.send(made.map(({ request }) => request))
      return attempts.map((attempt) => attempt && replies[made.indexOf(attempt)])
    } catch (error) {
      if (error instanceof ApiError) return []
      throw error
    }
  }

  return async ({ from, steps, blockNumber, time }) => {
    const sequence = { from, steps, block: numberToHex(BigInt(blockNumber)), time }
    const v1 = now() < refusedUntil ? undefined : attemptSimulateV1(sequence)
    const { multicall3 } = config.contracts
    const ahead = answersV1 || runsAhead === false ? undefined : attemptCall(sequence, multicall3, true)
    const plain = answersV1 || runsAhead === true ? undefined : attemptCall(sequence, multicall3, false)
    const gas = attemptGas(sequence.block)
    const attempts = [v1, ahead, plain]
    // With several calls, the gas is requested at once; a single call goes alone, and its gas is requested only in doubt.
    const isBatch = attempts.filter((attempt) => attempt !== undefined).length > 1
    const [v1Reply, aheadReply, plainReply, gasReply] = await ask(isBatch ? [...attempts, gas] : attempts)
    const outcomes = v1?.read(v1Reply)
    const [aheadOutcomes, plainOutcomes] = [ahead?.read(aheadReply), plain?.read(plainReply)]
    answersV1 = outcomes !== undefined
    runsAhead = aheadOutcomes ? true : plainOutcomes ? false : answersV1 ? runsAhead : undefined
    if (isUnknownMethod(v1Reply)) refusedUntil = now() + PAUSE_MS
    const found = outcomes ?? aheadOutcomes ?? plainOutcomes
    if (!found?.some(mayBeStarved)) return toSimulation(found, blockNumber)
    const given = gas.read(isBatch ? gasReply : (await ask([gas]))[0])
    return toSimulation(found.some((outcome) => isStarved(outcome, given)) ? undefined : found, blockNumber)
  }
}

async function toSimulation(outcomes: readonly CallOutcome[] | undefined, blockNumber: string): Promise<Simulated> {
  if (!outcomes) return UNAVAILABLE
  const failed = outcomes.findIndex(({ success }) => !success)
  const found = outcomes[failed]
  if (found) {
    const { revertOf } = await import('./decodeRevert.ts')
    return { status: 'revert', blockNumber, error: { call: failed, ...revertOf(found) } }
  }
  const gas = outcomes.flatMap((outcome) => outcome.gas ?? [])
  const ok = { status: 'ok', blockNumber, returned: outcomes.at(-1)?.returned ?? '0x' } as const
  if (gas.length < outcomes.length) return ok
  return {
    ...ok,
    gas: String(gas.reduce((sum, used) => sum + used, 0n)),
    gasByCall: gas.map(String),
  }
}
