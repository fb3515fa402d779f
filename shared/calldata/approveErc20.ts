import { decodeFunctionData, type Address } from 'viem'
import { erc20Abi } from '../abi/standards.ts'
import { encodeStep, type Step } from './encodeStep.ts'
import { tokenText, type TokenLabel } from '../text/wording.ts'

/** An amount that a call takes from the sender by an ERC-20 allowance. */
export interface Spending {
  readonly token: TokenLabel
  readonly spender: Address
  /** Base units. */
  readonly amount: bigint
  /** The allowance that the spender already has; null if it was not read. */
  readonly allowance: bigint | null
}

/**
 * The approval that must come first (ERC-20 `approve`): for exactly the amount, and only if the current allowance is
 * too small.
 */
export function approveErc20({ token, spender, amount, allowance }: Spending): Step[] {
  if (allowance === null || allowance >= amount) return []
  return [
    encodeStep({
      to: token.address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, amount],
      describe: (args) => describeApproval(token, args),
    }),
  ]
}

export const describeApproval = (token: TokenLabel, [spender, amount]: readonly [Address, bigint]): string =>
  `Allow ${spender} to spend up to ${tokenText(amount, token)}.`

/**
 * The call that must come before an ERC-20 approval if the token changes an allowance only from or to zero (as Tether
 * USD does); undefined for any other call.
 */
export function resetAllowance({ to, data, function: signature }: Step): Step | undefined {
  if (signature !== 'approve(address,uint256)') return undefined
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
  if (functionName !== 'approve' || args[1] === 0n) return undefined
  return encodeStep({
    to,
    abi: erc20Abi,
    functionName: 'approve',
    args: [args[0], 0n],
    describe: ([spender, amount]) =>
      `Set the allowance of ${spender} for the token ${to} to ${amount}, because the token accepts a new approval only from zero.`,
  })
}
