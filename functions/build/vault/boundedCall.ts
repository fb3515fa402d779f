import { isHex, size, type Address, type Hex } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import type { GivenAmount } from '../../../schema/tokenAmount.ts'
import { baseUnits } from '../../../shared/calldata/baseUnits.ts'
import type { Step } from '../../../shared/calldata/encodeStep.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { tokenText, type TokenLabel } from '../../../shared/text/wording.ts'

interface Call<X> {
  readonly action: Step
  readonly vault: Address
  /** The amount that the call fixes; null if it is unknown. */
  readonly amount: bigint | null
  readonly token: TokenLabel | null
  /** The other amount, by the preview at the block of the answer; null if that failed. */
  readonly expected: bigint | null
  readonly expectedToken: TokenLabel | null
  readonly maxAmount?: bigint | null
  /** The request's bound of the other amount: the least that the sender accepts, or for a cost the most. */
  readonly limit?: GivenAmount | undefined
  readonly isCost?: true
  readonly warnings?: readonly string[]
  /** Further fields of the answer. */
  readonly more: X
}

const RATE_WARNING =
  'The block that mines this call decides its result: the contract takes no limit. `expectedAmount` and `limitMet` are right at the block of asOf; build again if that was long ago.'

/**
 * A call whose result the contract decides when it is mined, with the expected result: that of the simulation, else
 * that of the contract's preview. The limit of the request is checked against it, since no call of ERC-4626 takes one.
 *
 * Throws what baseUnits throws.
 */
export function boundedCall<X extends object>({
  action,
  vault,
  amount,
  token,
  expected,
  expectedToken,
  maxAmount = null,
  limit: given,
  isCost,
  warnings = [],
  more,
}: Call<X>) {
  const limit = given === undefined ? null : baseUnits(given, expectedToken)
  const isMet = (result: bigint | null): boolean | null =>
    limit === null || result === null ? null : isCost ? result <= limit : result >= limit
  const shown = (result: bigint | null) => ({
    action,
    warnings: [RATE_WARNING, ...warnings],
    extra: {
      vault,
      amount: decimal(amount),
      token: tokenFields(token),
      expectedAmount: decimal(result),
      expectedToken: tokenFields(expectedToken),
      limitAmount: decimal(limit),
      limitMet: isMet(result),
      maxAmount: decimal(maxAmount),
      ...more,
    },
  })
  const unmet = (result: bigint | null): Issue[] =>
    isMet(result) === false && result !== null && limit !== null
      ? [
          {
            code: 'limit_not_met',
            message: `limitAmount: is ${tokenText(limit, expectedToken)}, but at this block the call ${isCost ? 'takes' : 'gives'} ${tokenText(result, expectedToken)}; sending would succeed`,
          },
        ]
      : []
  return {
    ...shown(expected),
    issues: unmet(expected),
    learned(returned: Hex) {
      const result = isHex(returned) && size(returned) === 32 ? BigInt(returned) : expected
      return { ...shown(result), issues: isMet(expected) === false ? [] : unmet(result) }
    },
  }
}

const tokenFields = (token: TokenLabel | null) =>
  token && { address: token.address, symbol: plainTextOrNull(token.symbol, 64), decimals: token.decimals }
