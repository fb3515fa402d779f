import type { Address } from 'viem'
import { erc20Abi } from '../abi/erc20.ts'
import { encodeStep, type Step } from './encodeStep.ts'
import { tokenText, type TokenLabel } from './wording.ts'

/** What a call is about to take from the sender through ERC-20. */
export interface Spending {
  readonly token: TokenLabel
  readonly spender: Address
  /** Base units. */
  readonly amount: bigint
  /** What the spender may take already; null where it was not read. */
  readonly allowance: bigint | null
}

/** The approval that must come first (ERC-20 `approve`): for exactly the amount, and only where the allowance read is short. */
export function approveErc20({ token, spender, amount, allowance }: Spending): Step[] {
  if (allowance === null || allowance >= amount) return []
  return [
    encodeStep({
      to: token.address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, amount],
      describe: ([spender, amount]) => `Allow ${spender} to take up to ${tokenText(amount, token)}.`,
    }),
  ]
}
