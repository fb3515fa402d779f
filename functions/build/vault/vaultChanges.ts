import type { Address } from 'viem'
import { balanceChange, type Change } from '../../../shared/calldata/changes.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

export const RATE_DECIDES = 'the rate in the block that mines the call decides'

/** The change of a balance by exactly this much. */
export const exactly = (token: TokenLabel, address: Address, expected: bigint): Change =>
  balanceChange({ token, address, expected })

/** The gain of a result that the rate decides. */
export const gains = (token: TokenLabel, address: Address): Change =>
  balanceChange({ token, address, expected: { least: 0n, because: RATE_DECIDES } })

/** The loss of a cost that the rate decides. */
export const loses = (token: TokenLabel, address: Address): Change =>
  balanceChange({ token, address, expected: { most: 0n, because: RATE_DECIDES } })
