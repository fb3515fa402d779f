import type { Address } from 'viem'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import type { AccountHandler } from '../context.ts'

/**
 * A balance from the token itself (ERC-20), or from Multicall3 for the chain's own currency. Throws not_a_token, and what a
 * chain read throws.
 */
export const getWalletTokenBalance: AccountHandler<'getWalletTokenBalance'> = async (
  { query, principal },
  { chain },
) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const { token, address = principal.address } = query
  const { value, asOf } = await readBalance(chain, address, token)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      address,
      token: token ?? null,
      balance: String(value.balance),
      decimals: value.decimals,
      symbol: value.symbol,
    },
  }
}

/** Balance of an ERC-20 token, in base units, with what its metadata extension says of the units. */
const balanceCalls =
  (token: Address, owner: Address) =>
  ({ at }: Describe) => {
    const call = at(token, erc20Abi)
    return { balance: call('balanceOf', [owner]), decimals: call('decimals'), symbol: call('symbol') }
  }

/** Balance of the chain's own currency, in wei, which only a contract can report at the block of the other reads. */
const nativeBalanceCalls =
  (multicall3: Address, owner: Address) =>
  ({ at }: Describe) => ({ balance: at(multicall3, multicall3Abi)('getEthBalance', [owner]) })

interface Balance {
  /** In base units. */
  readonly balance: bigint
  /** Null if the token does not report them. */
  readonly decimals: number | null
  readonly symbol: string | null
}

const SYMBOL_LIMIT = 64

/**
 * The balance of an owner in a token, or in the chain's own currency without one, at one block, in one upstream request.
 * Throws not_a_token where balanceOf does not answer, and what a chain read throws.
 */
async function readBalance(chain: Chain, owner: Address, token?: Address): Promise<{ value: Balance; asOf: AsOf }> {
  if (token === undefined) {
    const { value, asOf } = await chain.read(nativeBalanceCalls(chain.role('multicall3'), owner))
    // Multicall3 never reverts here: something else is at its address.
    if (value.balance === null)
      throw new ApiError('role_not_configured', 'multicall3: the configured address does not answer getEthBalance')
    return { value: { balance: value.balance, decimals: 18, symbol: 'ETH' }, asOf }
  }
  const { value, asOf } = await chain.read(balanceCalls(token, owner))
  const { balance, decimals, symbol } = value
  if (balance === null)
    throw new ApiError('not_a_token', `token: ${token} does not answer balanceOf, so it is not an ERC-20 token`)
  return { value: { balance, decimals, symbol: plainTextOrNull(symbol, SYMBOL_LIMIT) }, asOf }
}
