import { parseAbi } from 'viem'

/** EVM side of the bridge to an SVM chain: the scalar of a route, 0 if there is none. A remote token is 32 bytes. */
export const tokenBridgeAbi = parseAbi([
  'function scalars(address localToken, bytes32 remoteToken) view returns (uint256)',
])
