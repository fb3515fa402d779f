import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import type { Describe } from '../../../shared/chain/calls.ts'

/** Balance of an ERC-20 token, in base units, with what its metadata extension says of the units. */
export const balanceCalls =
  (token: Address, owner: Address) =>
  ({ at }: Describe) => {
    const call = at(token, erc20Abi)
    return { balance: call('balanceOf', [owner]), decimals: call('decimals'), symbol: call('symbol') }
  }

/** Balance of the chain's own currency, in wei, which only a contract can report at the block of the other reads. */
export const nativeBalanceCalls =
  (multicall3: Address, owner: Address) =>
  ({ at }: Describe) => ({ balance: at(multicall3, multicall3Abi)('getEthBalance', [owner]) })
