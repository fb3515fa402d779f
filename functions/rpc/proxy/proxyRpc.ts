import type { rpcProxy } from '../../../schema/rpcProxy.ts'
import { nameOf } from '../../../shared/auth/principal.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { RpcContext } from '../RpcContext.ts'
import { requireAllowed } from './allowedMethods.ts'
import { forwardBatch } from './forwardBatch.ts'
import { type Caller, forwardOne } from './forwardOne.ts'

/**
 * What a node of the chain answers to JSON-RPC reads (JSON-RPC 2.0; docs/rpc-proxy.md). A batch is charged for each of its
 * calls before any of them is made.
 *
 * Throws rpc_method_blocked, invalid_request, rate_limited, rpc_not_configured, rpc_proxy_busy, upstream_failed,
 * upstream_timeout, upstream_rate_limited, rpc_answer_too_long, store_unavailable. What goes wrong after the beginning of a
 * long answer has been sent ends the connection.
 */
export const proxyRpc: Handler<typeof rpcProxy.proxyRpc, RpcContext> = async (
  { query, body: { calls, isBatch }, principal, charge, request, waitUntil },
  { chain, proxy },
) => {
  const network = proxy.network(query.chain ?? chain.config.chainId)
  requireAllowed(calls, isBatch)
  await charge(calls.length - 1)
  const caller: Caller = {
    takeSlot: () => proxy.slots.take(nameOf(principal), waitUntil),
    signal: request.signal,
    waitUntil,
  }
  const [only] = calls
  return isBatch || !only ? forwardBatch(network, calls, caller) : forwardOne(network, only, caller)
}
