import type { RpcReply } from '../chain/RpcCall.ts'
import type * as z from 'zod'
import { numberToHex, type Address, type Hex } from 'viem'
import type { Simulation as Schema } from '../../schema/calldata.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Attempt, CallOutcome, Sequence, SimulatedLog } from './Attempt.ts'
import { attemptGas, isStarved, mayBeStarved } from './attemptGas.ts'
import { attemptCall } from './attemptCall.ts'
import { attemptSimulateV1, isUnknownMethod } from './attemptSimulateV1.ts'
import type { Step } from './encodeStep.ts'

export type Simulation = z.output<typeof Schema>

/** Results of a successful simulation. */
export interface Observed {
  /** Result of the last step. */
  readonly returned: Hex
  /** Outcomes of the views before the steps, and of those after them; empty if the node ran only the steps. */
  readonly before: readonly CallOutcome[]
  readonly after: readonly CallOutcome[]
  /** Logs of the steps, in order; undefined if the node does not report them. */
  readonly logs: readonly SimulatedLog[] | undefined
}

/** A simulation, and if it succeeded what it showed. */
export type Simulated = Simulation & { readonly observed?: Observed }

/** A call that reads: its outcome does not count as that of a step. */
export type View = Pick<Step, 'to' | 'data'>

/**
 * Simulates calls of one sender, one after another, on the state after a block, in one upstream request; in two if a
 * failure may be due to the node's gas limit, or if the node runs the steps only without the views. Nothing is sent. Views
 * run before and after the steps, as calls of the same sender.
 */
export type Simulate = (sequence: {
  from: Address
  steps: readonly Step[]
  before?: readonly View[]
  after?: readonly View[]
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

  const simulate: Simulate = async ({ from, steps, before = [], after = [], blockNumber, time }) => {
    const block = numberToHex(BigInt(blockNumber))
    const parts = { before: before.length, steps: steps.length }
    const bare: Sequence = { from, steps, block, time }
    const whole: Sequence = { ...bare, steps: [...before.map(toStep), ...steps, ...after.map(toStep)] }
    const hasViews = whole.steps.length > steps.length
    const { multicall3 } = config.contracts
    const v1 = now() < refusedUntil ? undefined : attemptSimulateV1(whole)
    const calls = (sequence: Sequence) => [
      answersV1 || runsAhead === false ? undefined : attemptCall(sequence, multicall3, true),
      answersV1 || runsAhead === true ? undefined : attemptCall(sequence, multicall3, false),
    ]
    // A node that accepts no state override runs a single step, without views.
    const alone = hasViews && steps.length === 1 ? calls(bare) : []
    const attempts = [v1, ...calls(whole), ...alone]
    const gas = attemptGas(block)
    // With several calls, the gas is requested at once; a single call goes alone, and its gas is requested only in doubt.
    const isBatch = attempts.filter((attempt) => attempt !== undefined).length > 1
    const replies = await ask(isBatch ? [...attempts, gas] : attempts)
    const [outcomes, ahead, plain, aheadAlone, plainAlone] = attempts.map((attempt, i) => attempt?.read(replies[i]))
    answersV1 = outcomes !== undefined
    if (ahead ?? aheadAlone) runsAhead = true
    else if (plain ?? plainAlone) runsAhead = false
    else if (!answersV1) runsAhead = undefined
    if (isUnknownMethod(replies[0]) && v1) refusedUntil = now() + PAUSE_MS
    const ran = outcomes ?? ahead ?? plain
    const ownOf = (all: readonly CallOutcome[]) => all.slice(parts.before, parts.before + parts.steps)
    const single = aheadAlone ?? plainAlone
    // The sender of an aggregate has code, which contracts may refuse, and no hooks of ERC-721 and ERC-1155.
    const isAlone = single !== undefined && !outcomes && !(ran && ownOf(ran).every(({ success }) => success))
    const observed = isAlone ? undefined : ran
    const found = observed ? ownOf(observed) : single
    // A provider may bound the calls of a request, or their gas, so that it runs only the steps.
    const wasAlone = alone.some((attempt) => attempt !== undefined)
    if (!found && hasViews && !wasAlone && replies.length > 0) return simulate({ from, steps, blockNumber, time })
    const viewed = {
      before: observed?.slice(0, parts.before) ?? [],
      after: observed?.slice(parts.before + parts.steps) ?? [],
    }
    const isLost = (outcome: CallOutcome, i: number) => mayBeStarved(outcome) && viewed.before[i]?.success === true
    let given: bigint | undefined
    if (found?.some(mayBeStarved) || viewed.after.some(isLost)) {
      given = gas.read(isBatch ? replies.at(-1) : (await ask([gas]))[0])
      if (found?.some((outcome) => isStarved(outcome, given))) return UNAVAILABLE
    }
    return toSimulation(found, blockNumber, {
      before: viewed.before,
      after: viewed.after.map((outcome) => (isStarved(outcome, given) ? { ...outcome, reason: STARVED } : outcome)),
      logs: found?.every(({ logs }) => logs) ? found.flatMap(({ logs = [] }) => logs) : undefined,
    })
  }
  return simulate
}

const STARVED = 'the node may have given the view that reads the amount too little gas'

const toStep = ({ to, data }: View) => ({ to, data, value: '0' })

async function toSimulation(
  outcomes: readonly CallOutcome[] | undefined,
  blockNumber: string,
  observed: Omit<Observed, 'returned'>,
): Promise<Simulated> {
  if (!outcomes) return UNAVAILABLE
  const failed = outcomes.findIndex(({ success }) => !success)
  const found = outcomes[failed]
  if (found) {
    const { revertOf } = await import('./decodeRevert.ts')
    return { status: 'revert', blockNumber, error: { call: failed, ...revertOf(found) } }
  }
  const gas = outcomes.flatMap((outcome) => outcome.gas ?? [])
  const ok = {
    status: 'ok',
    blockNumber,
    observed: { ...observed, returned: outcomes.at(-1)?.returned ?? '0x' },
  } as const
  if (gas.length < outcomes.length) return ok
  return {
    ...ok,
    gas: String(gas.reduce((sum, used) => sum + used, 0n)),
    gasByCall: gas.map(String),
  }
}
