import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import { isRecord } from './quantity.ts'

/** Methods that run a transaction: how long a node works for them depends on its gas. */
export const RUN: readonly string[] = ['eth_call', 'eth_estimateGas', 'eth_createAccessList']

/** Invalid params (JSON-RPC 2.0, section 5.1). */
const INVALID_PARAMS = -32602
/** EIP-1474: a quantity has no leading zeros. */
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]*)$/i
/**
 * Other spellings of `gas`: some nodes take them for it (Go compares names without case, Unicode folding included), and
 * others do not.
 */
const ALIAS = /^gas[_-]?(limit)?$/iu
/** The gas of the simplest transaction. Below it, nodes take the bound of an estimate for none. */
const LEAST_ESTIMATE = 21_000n

/** A call that may be passed on, or gets an error of its own. */
export interface PlannedCall {
  /** As it is forwarded, with the gas that a node may spend on it; 0 of one that runs nothing. */
  readonly call: RpcCall
  readonly gas: bigint
  /** Why it is not made; its neighbours in a batch are. */
  readonly refusal?: RpcReply
}

/**
 * Bounds the gas of a call that runs a transaction: one that states none gets the most, one that asks for more is refused.
 * Any other call has no gas.
 */
export function capGas(call: RpcCall, most: number): PlannedCall {
  const refuse = (fault: string): PlannedCall => ({
    call,
    gas: 0n,
    refusal: { error: { code: INVALID_PARAMS, message: `invalid_params: ${fault}` } },
  })
  if (!RUN.includes(call.method)) return { call, gas: 0n }
  const [transaction, ...others] = call.params
  if (!isRecord(transaction)) return refuse('params.0: must be a transaction object')
  const alias = Object.keys(transaction).find((name) => name !== 'gas' && ALIAS.test(name))
  if (alias !== undefined) return refuse('params.0: its gas is stated as gas, exactly so, and under no other name')
  const given = transaction['gas'] ?? undefined
  const gas = given === undefined ? BigInt(most) : quantityOf(given)
  if (gas === undefined) return refuse('params.0.gas: must be a quantity: 0x and hex digits, without leading zeros')
  if (gas > BigInt(most))
    return refuse(`params.0.gas: must be at most 0x${most.toString(16)} (${most}); leave it out to have that much`)
  if (call.method === 'eth_estimateGas' && gas < LEAST_ESTIMATE)
    return refuse(`params.0.gas: is the most that an estimate may be, so at least 0x5208 (${LEAST_ESTIMATE})`)
  if (given !== undefined) return { call, gas }
  return { call: { ...call, params: [{ ...transaction, gas: `0x${most.toString(16)}` }, ...others] }, gas }
}

const quantityOf = (given: unknown): bigint | undefined =>
  typeof given === 'string' && QUANTITY.test(given) ? BigInt(given) : undefined
