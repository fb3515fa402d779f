import { MOST_CALLS, type paymaster } from '../../../schema/rpc/paymaster.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { answerCall, type CallContext } from './answerCall.ts'
import { CODES } from '../../../shared/domain/sponsorship/RpcError.ts'
import type { Paymaster } from './createPaymaster.ts'

interface PaymasterContext extends Context {
  /** Undefined where nothing is sponsored. */
  readonly paymaster: Paymaster | undefined
}

/**
 * A paymaster service (ERC-7677) over JSON-RPC 2.0: each call is answered by itself, in the form of the request. A single call
 * without budget or quota is 429, so that clients which know nothing of JSON-RPC's codes come back later.
 *
 * Throws paymaster_not_configured, invalid_request, rate_limited.
 */
export const callPaymaster: Handler<typeof paymaster.callPaymaster, PaymasterContext> = async (
  { body: { json }, principal, spend, waitUntil },
  { paymaster: service, chain },
) => {
  if (!service?.policy.enabled) throw new ApiError('paymaster_not_configured')
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const answering: CallContext = {
    ...service,
    chainId: chain.config.chainId,
    principal: principal.address,
    count: () => spend('paymasterCall'),
    waitUntil,
  }
  if (Array.isArray(json)) {
    if (json.length < 1 || json.length > MOST_CALLS)
      throw new ApiError('invalid_request', `body: must be a call, or an array of 1 to ${MOST_CALLS} calls`)
    return { data: await Promise.all(json.map((call) => answerCall(call, answering))) }
  }
  const data = await answerCall(json, answering)
  if (data.error?.code === CODES.limited) {
    const seconds = data.error.data?.retryAfter ?? 1
    throw new ApiError('rate_limited', `retry after ${seconds} seconds`, { 'retry-after': String(seconds) })
  }
  return { data }
}
