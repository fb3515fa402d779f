import { type GivenCall, MAX_PARAMS } from '../../../schema/rpc/proxy.ts'
import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ALLOWED_METHODS, checkOf } from './allowedMethods.ts'
import { capGas } from './capGas.ts'
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
