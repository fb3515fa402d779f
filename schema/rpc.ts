import { paymaster } from './paymaster.ts'

/** The RPC proxy and the paymaster. */
export const rpc = { ...paymaster }
