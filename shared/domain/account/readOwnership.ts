import type { RpcCall, RpcReply } from '../../chain/RpcCall.ts'
import { type Address, bytesToHex, type Hash } from 'viem'
import * as z from 'zod'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'

export interface Ownership {
  readonly status: 'owner_confirmed' | 'pending_tx' | 'owner_not_found_yet' | 'tx_failed'
  /** False for what is not deployed yet, or is a contract of another kind. */
  readonly isWalletReadable: boolean
}

interface Question {
  readonly smartWallet: Address
  readonly ownerAddress: Address
  readonly txHash?: Hash | undefined
}

/** The part of a receipt that shows whether the transaction reverted (EIP-658); null without a receipt. */
const Receipt = z.object({ status: z.enum(['0x0', '0x1']) }).nullable()

/** The reads of a smart wallet about an owner (isOwnerAddress, ownerCount of coinbase/smart-wallet). */
export function ownershipCalls({ at }: Pick<Describe, 'at'>, { smartWallet, ownerAddress }: Question) {
  const call = at(smartWallet, multiOwnableAbi)
  const nobody = bytesToHex(crypto.getRandomValues(new Uint8Array(20)))
  return {
    isOwner: call('isOwnerAddress', [ownerAddress]),
    isNobodys: call('isOwnerAddress', [nobody]),
    count: call('ownerCount'),
  }
}

/** The reads of a smart wallet about keys that may own it. */
export function keysCalls({ at }: Pick<Describe, 'at'>, smartWallet: Address, keys: readonly Address[]) {
  const names = (key: Address) => at(smartWallet, multiOwnableAbi)('isOwnerAddress', [key])
  const nobody = bytesToHex(crypto.getRandomValues(new Uint8Array(20)))
  return { isNobodys: names(nobody), owns: Object.fromEntries(keys.map((key) => [key, names(key)])) }
}

/** Whether a smart wallet names one of these keys as its owner, and not everybody. */
export const isOwnedByKey = ({ isNobodys, owns }: Resolved<ReturnType<typeof keysCalls>>): boolean =>
  isNobodys === false && Object.values(owns).includes(true)

/** Calls for the same request: the receipt of the transaction, if one is named. */
export const receiptCalls = ({ txHash }: Question): RpcCall[] =>
  txHash === undefined ? [] : [{ method: 'eth_getTransactionReceipt', params: [txHash] }]

/**
 * Whether a smart wallet says that an address owns it, and if it does not, what became of a transaction.
 *
 * A contract that says the same of an address which nobody can have the key of, chosen for this request, proves nothing: a
 * contract with an answer to every call would be anybody's. Throws not_a_smart_wallet for such a one, and upstream_failed where
 * the node does not say whether there is a receipt.
 */
export function judgeOwnership(
  { txHash }: Question,
  { isOwner, isNobodys }: Resolved<ReturnType<typeof ownershipCalls>>,
  [receipt]: readonly RpcReply[],
): Ownership {
  const isWalletReadable = isOwner !== null
  if (isOwner !== true)
    return { status: txHash === undefined ? 'owner_not_found_yet' : statusBy(receipt), isWalletReadable }
  if (isNobodys !== false)
    throw new ApiError(
      'not_a_smart_wallet',
      'smartWallet: the contract confirms every address as its owner, so ownership cannot be verified',
    )
  return { status: 'owner_confirmed', isWalletReadable }
}

/** The same by a read of its own, in one upstream request. Throws what judgeOwnership and a chain read throw. */
export async function readOwnership(chain: Chain, question: Question): Promise<Ownership & { readonly asOf: AsOf }> {
  const { value, asOf, carried } = await chain.read(
    (describe) => ownershipCalls(describe, question),
    receiptCalls(question),
  )
  return { ...judgeOwnership(question, value, carried), asOf }
}

function statusBy(reply: RpcReply | undefined): Ownership['status'] {
  const receipt = Receipt.safeParse(reply && 'result' in reply ? reply.result : undefined)
  if (!receipt.success) throw new ApiError('upstream_failed')
  if (receipt.data === null) return 'pending_tx'
  return receipt.data.status === '0x0' ? 'tx_failed' : 'owner_not_found_yet'
}
