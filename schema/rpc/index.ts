import { paymaster } from './paymaster.ts'
import { rpcProxy } from './proxy.ts'

/** The RPC proxy and the paymaster. */
export const rpc = { ...rpcProxy, ...paymaster }
