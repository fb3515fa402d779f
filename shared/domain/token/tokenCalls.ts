import type { Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import type { Describe, Ref } from '../../chain/calls.ts'

/** Reads of an ERC-20 token's label: null where the contract does not answer. */
export const tokenCalls = <T extends Address | Ref<Address>>({ at }: Pick<Describe, 'at'>, token: T) => ({
  address: token,
  symbol: at(token, erc20Abi)('symbol'),
  decimals: at(token, erc20Abi)('decimals'),
})
