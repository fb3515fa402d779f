import { type Address, bytesToHex, type Hash } from 'viem'
import * as z from 'zod'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import type { RpcReply } from '../../chain/rpc.ts'
import { ApiError } from '../../errors/ApiError.ts'

export interface Ownership {
  readonly status: 'owner_confirmed' | 'pending_tx' | 'owner_not_found_yet' | 'tx_failed'
  /** False for what is not deployed yet, or is a contract of another kind. */
  readonly isWalletReadable: boolean
  readonly asOf: AsOf
}

/** What of a receipt tells whether the transaction reverted (EIP-658); null while there is none. */
const Receipt = z.object({ status: z.enum(['0x0', '0x1']) }).nullable()

/**
 * Whether a smart wallet says that an address owns it (isOwnerAddress of coinbase/smart-wallet), and if it does not, what
 * became of a transaction; in one upstream request.
 *
 * A contract that says the same of an address which nobody can have the key of, chosen for this request, proves nothing: a
 * contract with an answer to every call would be anybody's. Throws not_a_smart_wallet for such a one, and what a chain read
 * throws, also where the node does not say whether there is a receipt.
 */
export async function readOwnership(
  chain: Chain,
  { smartWallet, ownerAddress, txHash }: { smartWallet: Address; ownerAddress: Address; txHash?: Hash | undefined },
): Promise<Ownership> {
  const nobody = bytesToHex(crypto.getRandomValues(new Uint8Array(20)))
  const { value, asOf, carried } = await chain.read(
    ({ at }) => {
      const call = at(smartWallet, multiOwnableAbi)
      return { isOwner: call('isOwnerAddress', [ownerAddress]), isNobodys: call('isOwnerAddress', [nobody]) }
    },
    txHash === undefined ? [] : [{ method: 'eth_getTransactionReceipt', params: [txHash] }],
  )
  const isWalletReadable = value.isOwner !== null
  if (value.isOwner === true) {
    if (value.isNobodys !== false)
      throw new ApiError(
        'not_a_smart_wallet',
        'smartWallet: the contract says of everybody that they own it, so it proves nothing',
      )
    return { status: 'owner_confirmed', isWalletReadable, asOf }
  }
  const [reply] = carried
  return { status: txHash === undefined ? 'owner_not_found_yet' : statusBy(reply), isWalletReadable, asOf }
}

function statusBy(reply: RpcReply | undefined): Ownership['status'] {
  const receipt = Receipt.safeParse(reply && 'result' in reply ? reply.result : undefined)
  if (!receipt.success) throw new ApiError('upstream_failed')
  if (receipt.data === null) return 'pending_tx'
  return receipt.data.status === '0x0' ? 'tx_failed' : 'owner_not_found_yet'
}
