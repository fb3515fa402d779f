import type { Address } from 'viem'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { approveErc20, type Spending } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { timeText, tokenText, type TokenLabel } from '../../../shared/text/wording.ts'

/**
 * Spending of the sender's token through Permit2; `allowance` is the ERC-20 allowance of Permit2 itself.
 */
export interface Permit2Spending extends Spending {
  readonly permit2: Address
  /** Permit2's allowance for `spender`, and its end (unix seconds); null if the contract does not answer. */
  readonly permitted: readonly [amount: bigint, expiration: number, nonce: number] | null
  /** Time of the block, unix seconds. */
  readonly now: number
}

/** How long a new allowance is valid, in seconds: a day, since transactions are signed by hand. */
const HOLDS = 86_400
/** How long a transaction may take to be mined, in seconds: an allowance that ends sooner is useless. */
const MINING = 120

type PermitArgs = readonly [token: Address, spender: Address, amount: bigint, expiration: number]

export const describePermit = (
  permit2: Address,
  label: Omit<TokenLabel, 'address'>,
  [address, spender, amount, expiration]: PermitArgs,
): string =>
  `Allow ${spender} to spend up to ${tokenText(amount, { ...label, address })} through Permit2 ${permit2} until ${timeText(BigInt(expiration))}.`

/** When the spender's allowance through Permit2 ends, as it is or as approvePermit2 sets it, unix seconds. */
export const permitEnd = ({ permitted, amount, now }: Pick<Permit2Spending, 'permitted' | 'amount' | 'now'>): number =>
  permitted && sufficesPermit(permitted, amount, now) ? permitted[1] : now + HOLDS

/** Whether an allowance through Permit2 is enough for an amount, for as long as mining takes. */
export const sufficesPermit = (
  permitted: NonNullable<Permit2Spending['permitted']>,
  amount: bigint,
  now: number,
): boolean => permitted[0] >= amount && permitted[1] >= now + MINING

/**
 * The approvals that must come first: of Permit2 by the token (ERC-20 `approve`), and of the spender by Permit2
 * (`approve(token, spender, amount, expiration)`), each for exactly the amount, and only if the current one is too
 * small or ends too soon.
 *
 * Throws role_not_configured if the configured address does not answer as Permit2: an allowance for it would benefit
 * the later owner of that address.
 */
export function approvePermit2({
  token,
  permit2,
  spender,
  amount,
  allowance,
  permitted,
  now,
}: Permit2Spending): Step[] {
  if (permitted === null) throw new ApiError('role_not_configured', `permit2 ${permit2} does not answer as Permit2`)
  const approvals = approveErc20({ token, spender: permit2, amount, allowance })
  if (sufficesPermit(permitted, amount, now)) return approvals
  return [
    ...approvals,
    encodeStep({
      to: permit2,
      abi: permit2Abi,
      functionName: 'approve',
      args: [token.address, spender, amount, now + HOLDS],
      describe: (args) => describePermit(permit2, token, args),
    }),
  ]
}
