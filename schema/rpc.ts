import { paymaster } from './paymaster.ts'
import { rpcProxy } from './rpcProxy.ts'

/** The RPC proxy and the paymaster. */
export const rpc = { ...rpcProxy, ...paymaster }
