import { erc20Abi } from 'viem'

/** ERC-20 with its metadata extension. */
export { erc20Abi }
