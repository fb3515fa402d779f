import { ApiError } from '../errors/ApiError.ts'
import { createServe } from './createServe.ts'

const absent = (): never => {
  throw new ApiError('rpc_not_configured')
}

/** The fetch handler of a Worker that has no nodes, and carries nothing to read a chain with. */
export const serveOffChain = createServe((config) => ({
  config,
  rpc: { nodes: 0, send: async () => absent() },
  role: absent,
  read: async () => absent(),
}))
