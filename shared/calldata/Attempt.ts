import type { RpcCall, RpcReply } from '../chain/RpcCall.ts'
import { numberToHex, type Address, type Hex } from 'viem'
import { isBytes } from '../text/bytes.ts'
import type { Step } from './encodeStep.ts'

/** A call, of the sequence's sender unless it has its own. */
export interface SentStep extends Pick<Step, 'to' | 'data' | 'value'> {
  readonly from?: Address
}

/** Calls, one after another, on the state after `block`. */
export interface Sequence {
  readonly from: Address
  readonly steps: readonly SentStep[]
  readonly block: Hex
  /** Time of the block that it runs in, unix seconds; by default the node's choice. */
  readonly time?: number | undefined
}

/** Logs of the calls that are checked: more than any calls built here leave. */
export const MOST_LOGS = 256

/** A log that a simulated call leaves. */
export interface SimulatedLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export interface CallOutcome {
  readonly success: boolean
  /** Its result, or the data of its revert. */
  readonly returned: Hex
  /** Absent if the node does not report it. */
  readonly gas?: bigint
  /** Absent if the node does not report them. */
  readonly logs?: readonly SimulatedLog[]
  /** Why it failed, if the reason does not come from a contract. */
  readonly reason?: string
}

/** A request that makes a node run a sequence, and how to read the reply: undefined if the node did not run it. */
export interface Attempt {
  readonly request: RpcCall
  /** Also undefined if it exceeded the node's gas: then nothing is known about the contract. */
  readonly read: (reply: RpcReply | undefined) => readonly CallOutcome[] | undefined
}

/** The time of a block as nodes take it among their overrides. */
export const timeOverride = (time: number | undefined): { time?: Hex } =>
  time === undefined ? {} : { time: numberToHex(time) }

/** A step in the form that nodes expect. */
export const toTransaction = (sender: Address, { from = sender, to, data, value }: SentStep) => ({
  from,
  to,
  data,
  value: `0x${BigInt(value).toString(16)}`,
})

/**
 * The outcomes of a sequence whose sender cannot pay the values in it; undefined if the reply does not say so. Nodes
 * refuse such a sequence as a whole (geth with -38014 or -32000, anvil with -32003), so the first call with a value is
 * reported as the one that fails.
 */
export function readRefusal(reply: RpcReply | undefined, steps: readonly SentStep[]): CallOutcome[] | undefined {
  if (!reply || !('error' in reply)) return undefined
  const { code, message } = reply.error
  if (code !== -38014 && !isFundsText(message)) return undefined
  const paying = steps.findIndex(({ value }) => value !== '0')
  return steps.map((_, i) => (i === Math.max(0, paying) ? outOfFunds : { success: true, returned: '0x' }))
}

/** Whether a node says that a call used up the gas that it was given; contracts do not say this. */
export const isGasText = (message: unknown): boolean =>
  typeof message === 'string' && /out ?of ?gas|gas (limit|allowance|exhausted|cap)|not enough gas/i.test(message)

/** Bytes as nodes write them; empty if a reply has something else in their place. */
export const toBytes = (value: unknown): Hex => (isBytes(value) ? value : '0x')

export const isFundsText = (message: unknown): boolean =>
  typeof message === 'string' && /insufficient (funds|balance)|out ?of ?funds/i.test(message)

/** The reason in a simulation if the sender does not have a call's value. */
export const OUT_OF_FUNDS = 'insufficient funds: the sender has less of the native currency than the call sends'

export const outOfFunds: CallOutcome = { success: false, returned: '0x', reason: OUT_OF_FUNDS }
