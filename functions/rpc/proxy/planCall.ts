import { type GivenCall, MAX_PARAMS, type RpcCall } from '../../../schema/rpc/proxy.ts'
import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ALLOWED_METHODS, checkOf } from './allowedMethods.ts'
import { isRecord } from './quantity.ts'
import { invalidParams, notFound, type PlannedCall } from './refuseCall.ts'

/** Checks a call by itself, and caps its gas. */
export function planCall(given: GivenCall, mostGas: number): PlannedCall {
  const { params = [], ...named } = given
  const refused = (refusal: RpcReply): PlannedCall => ({ call: { ...named, params: [] }, gas: 0n, refusal })
  const check = checkOf(given.method)
  if (!check) return refused(notFound(given.method, ALLOWED_METHODS))
  if (!Array.isArray(params)) return refused(invalidParams(': must be an array'))
  if (params.length > MAX_PARAMS) return refused(invalidParams(`: must have at most ${MAX_PARAMS} elements`))
  if (!isExact(params))
    return refused(
      invalidParams(': must not have a number that is not exact in JSON, or a string that is not valid Unicode'),
    )
  const fault = check(params)
  if (fault !== undefined) return refused(invalidParams(`.${fault}`))
  const call = { ...named, params }
  const capped = capGas(call, mostGas)
  return typeof capped === 'string' ? refused(invalidParams(`.${capped}`)) : capped
}

/** Whether a value has one text that says the same to every reader: no number that one reads as another. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value === 'string') return value.isWellFormed()
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isExact)
}

/** Methods that run a transaction: how long a node works for them depends on its gas. */
export const GAS_METHODS: readonly string[] = ['eth_call', 'eth_estimateGas', 'eth_createAccessList']

/** EIP-1474: a quantity has no leading zeros. */
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]*)$/i
/**
 * Other spellings of `gas`: some nodes take them for it (Go compares names without case, Unicode folding included), and
 * others do not.
 */
const ALIAS = /^gas[_-]?(limit)?$/iu
/** The gas of the simplest transaction. Below it, nodes take the bound of an estimate for none. */
const LEAST_ESTIMATE = 21_000n

/**
 * Bounds the gas of a call that runs a transaction: one that states none gets the most. Any other call has no gas. Returns
 * what is wrong, naming the parameter, of one that asks for more.
 */
function capGas(call: RpcCall, most: number): PlannedCall | string {
  if (!GAS_METHODS.includes(call.method)) return { call, gas: 0n }
  const [transaction, ...others] = call.params
  if (!isRecord(transaction)) return '0: must be a transaction object'
  const alias = Object.keys(transaction).find((name) => name !== 'gas' && ALIAS.test(name))
  if (alias !== undefined) return '0: must set its gas limit in the member gas only'
  const given = transaction['gas'] ?? undefined
  const gas = given === undefined ? BigInt(most) : quantityOf(given)
  if (gas === undefined) return '0.gas: must be a quantity (0x and hex digits, without leading zeros)'
  if (gas > BigInt(most)) return `0.gas: must be at most 0x${most.toString(16)} (${most}); omit it to use this maximum`
  if (call.method === 'eth_estimateGas' && gas < LEAST_ESTIMATE)
    return `0.gas: must be at least 0x5208 (${LEAST_ESTIMATE}), because it is the upper bound of the estimate`
  if (given !== undefined) return { call, gas }
  return { call: { ...call, params: [{ ...transaction, gas: `0x${most.toString(16)}` }, ...others] }, gas }
}

const quantityOf = (given: unknown): bigint | undefined =>
  typeof given === 'string' && QUANTITY.test(given) ? BigInt(given) : undefined
