/** The RPC proxy and the paymaster. */
export const rpc = {}
