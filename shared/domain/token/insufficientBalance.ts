import type { Issue } from '../../../schema/issues.ts'
import { tokenText, type TokenLabel } from '../../text/wording.ts'

/**
 * The issue of a holder, by default the sender, who has less of an ERC-20 token than a call takes, both in base units. None for a balance
 * that was not read.
 */
export function insufficientBalance(
  needed: bigint,
  balance: bigint | null,
  token: TokenLabel,
  holder = 'the sender',
): Issue[] {
  if (balance === null || balance >= needed) return []
  return [
    {
      code: 'insufficient_balance',
      message: `${holder} holds ${tokenText(balance, token)}, but the call takes ${tokenText(needed, token)}`,
      reverts: 'ERC20InsufficientBalance',
      token: token.address,
      balance: String(balance),
      needed: String(needed),
    },
  ]
}
