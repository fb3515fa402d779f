import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** Throws rpc_not_configured without a node, even if there is nothing to read. */
export function requireNode({ rpc }: Chain): void {
  if (rpc.nodes === 0) throw new ApiError('rpc_not_configured')
}
