import { encodeFunctionData, type Address } from 'viem'
import { wordAt } from '../../../shared/abi/wordAt.ts'
import { balanceChange, paymentChanges, type Change } from '../../../shared/calldata/changes.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import type { EscrowRead } from './readEscrow.ts'

/**
 * The changes of a lock by `delta` base units (less than zero when it is withdrawn): the lock with its end, and the tokens
 * that its owner pays or receives.
 */
export function lockChanges(
  { token, allowance }: EscrowRead,
  { veToken, from, delta }: { readonly veToken: Address; readonly from: Address; readonly delta: bigint },
): Change[] {
  const paid =
    delta > 0n
      ? paymentChanges({ spending: { token, spender: veToken, amount: delta, allowance }, from })
      : [balanceChange({ token, address: from, expected: -delta })]
  const lock: Change = {
    kind: 'lock',
    address: from,
    token,
    contract: veToken,
    view: { to: veToken, data: encodeFunctionData({ abi: voteEscrowAbi, functionName: 'getLock', args: [from] }) },
    amountIn: (returned) => wordAt(returned, 0),
    untilIn: (returned) => wordAt(returned, 1),
    expected: delta,
  }
  return [...paid, lock]
}
