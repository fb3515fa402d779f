import type { rpcProxy } from '../../../schema/rpc/proxy.ts'
import { nameOf } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { within } from '../../../shared/http/within.ts'
import type { RpcContext } from '../context.ts'
import { requireAllowed } from './allowedMethods.ts'
import { capGas } from './capGas.ts'
import { CHARGE_MS } from './deadlines.ts'
import { forwardBatch } from './forwardBatch.ts'
import { type Caller, forwardOne } from './forwardOne.ts'
import { requireFewHeavy, unitsOf } from './unitsOf.ts'

/**
 * What a node of the chain answers to JSON-RPC reads (JSON-RPC 2.0; docs/rpc-proxy.md). A request has a slot before it is
 * charged for its calls, all or nothing, and is charged before any of them is made; without a slot it costs nothing.
 *
 * Throws rpc_method_blocked, invalid_request, rate_limited, rpc_not_configured, rpc_proxy_busy, upstream_failed,
 * upstream_timeout, upstream_rate_limited, rpc_answer_too_long, store_unavailable, limiter_unavailable. What goes wrong
 * after the beginning of a long answer has been sent ends the connection.
 */
export const proxyRpc: Handler<typeof rpcProxy.proxyRpc, RpcContext> = async (
  { query, body: { calls, isBatch }, principal, charge, giveBack, request, waitUntil },
  { chain, proxy },
) => {
  const network = proxy.network(query.chain ?? chain.config.chainId)
  requireAllowed(calls, isBatch)
  requireFewHeavy(calls)
  const planned = calls.map((call) => capGas(call, proxy.mostGas))
  let paid: Promise<void> | undefined
  // The request itself has been counted as one.
  const pay = async () => {
    const units = await unitsOf(planned, isBatch, network.heights)
    await within(CHARGE_MS, charge(units - 1), () => new ApiError('limiter_unavailable'))
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
