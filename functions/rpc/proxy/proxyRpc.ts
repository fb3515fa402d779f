import type { rpcProxy } from '../../../schema/rpc/proxy.ts'
import { nameOf } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { within } from '../../../shared/http/within.ts'
import type { RpcContext } from '../context.ts'
import { CHARGE_MS } from './deadlines.ts'
import { forwardBatch } from './forwardBatch.ts'
import { type Caller, forwardOne } from './forwardOne.ts'
import { planCall } from './planCall.ts'
import type { PlannedCall } from './refuseCall.ts'
import { priceOf, requireFewHeavy } from './priceOf.ts'

/** Turns of the microtask queue in which what waits for nothing outside of this isolate is done. */
const TURNS = 8

/** The result of work that seldom waits: a timer is set only if it does. Throws `late` when it takes too long. */
async function promptly<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const seen = { isSettled: false }
  const settle = () => {
    seen.isSettled = true
  }
  work.then(settle, settle)
  for (let turn = 0; turn < TURNS && !seen.isSettled; turn++) await undefined
  return seen.isSettled ? work : within(milliseconds, work, late)
}

/**
 * Passes JSON-RPC reads on to a node of the chain (JSON-RPC 2.0; docs/rpc-proxy.md). A request has a slot before it is
 * charged for its calls, all or nothing, and is charged before any of them is made; without a slot it costs nothing. A call
 * that must not be made gets a JSON-RPC error of its own.
 *
 * Throws invalid_request, rate_limited, rpc_not_configured, rpc_proxy_busy, upstream_failed,
 * upstream_timeout, upstream_rate_limited, rpc_answer_too_long, store_unavailable, limiter_unavailable. A failure
 * after the beginning of a long answer has been sent ends the connection.
 */
export const proxyRpc: Handler<typeof rpcProxy.proxyRpc, RpcContext> = async (
  { query, body: { calls, isBatch }, principal, charge, giveBack, request, waitUntil },
  { chain, proxy: open },
) => {
  const proxy = open()
  const network = proxy.network(query.chain ?? chain.config.chainId)
  const planned = calls.map((call) => planCall(call, proxy.mostGas))
  requireFewHeavy(planned)
  let paid: Promise<readonly PlannedCall[]> | undefined
  const pay = async () => {
    const priced = await priceOf(planned, network.heights)
    // The request itself has been counted as one.
    await promptly(CHARGE_MS, charge(priced.units - 1), () => new ApiError('limiter_unavailable'))
    return priced.calls
  }
  const caller: Caller = {
    async takeSlot() {
      try {
        return await proxy.slots.take(nameOf(principal), waitUntil)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rpc_proxy_busy') await giveBack()
        throw error
      }
    },
    pay: () => (paid ??= pay()),
    signal: request.signal,
    waitUntil,
  }
  const [only] = planned
  return isBatch || !only ? forwardBatch(network, planned, caller) : forwardOne(network, only, caller)
}
