import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import {
  encodeAbiParameters,
  isAddressEqual,
  isHex,
  keccak256,
  pad,
  parseAbi,
  size,
  sliceHex,
  type Address,
  type Hex,
} from 'viem'
import { IMPLEMENTATION_SLOT } from '../../../shared/abi/standards.ts'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { arrayLength, decodeCanonical, isCallOf } from '../../../shared/domain/sponsorship/decodeCanonical.ts'
import type { Policy } from '../../../shared/domain/sponsorship/policy.ts'
import type { UserOperation } from './readOperation.ts'
import { Denial } from '../../../shared/domain/sponsorship/RpcError.ts'

/** Wallets of coinbase/smart-wallet and their factories (CoinbaseSmartWallet.sol, CoinbaseSmartWalletFactory.sol). */
const walletAbi = parseAbi(['function entryPoint() view returns (address)'])
const factoryAbi = parseAbi([
  'function implementation() view returns (address)',
  'function getAddress(bytes[] owners, uint256 nonce) view returns (address)',
])
const creationAbi = parseAbi(['function createAccount(bytes[] owners, uint256 nonce)'])

const MOST_OWNERS = 16n

export interface Creation {
  readonly factory: Address
  readonly owners: readonly Hex[]
  readonly nonce: bigint
}

/** The creation of an operation's sender by a factory that is sponsored; null where it deploys none. Throws a Denial. */
export function creationOf({ deployment }: UserOperation, { walletFactories }: Policy): Creation | null {
  if (!deployment) return null
  const { factory, data } = deployment
  const isKnown = walletFactories.some((known) => isAddressEqual(known, factory)) && isCallOf(creationAbi, data)
  if (!isKnown) throw new Denial('factory_not_allowed')
  const count = arrayLength(data, 2)
  if (count === undefined) throw new Denial('call_not_canonical')
  if (count > MOST_OWNERS) throw new Denial('factory_not_allowed')
  const [owners, nonce] = decodeCanonical(creationAbi, data).args
  return { factory, owners, nonce }
}

export interface Sender {
  readonly operation: Pick<UserOperation, 'sender' | 'entryPoint'>
  readonly creation: Creation | null
  readonly principal: Address
  readonly policy: Policy
}

/** Reads about a sender: from its factory before it is deployed, from the wallet afterwards. */
export function senderCalls({ at }: Pick<Describe, 'at'>, { operation, creation, principal, policy }: Sender) {
  if (creation) {
    const call = at(creation.factory, factoryAbi)
    const entryPoint = at(call('implementation'), walletAbi)('entryPoint')
    return { entryPoint, created: call('getAddress', [creation.owners, creation.nonce]), isOwner: null, known: {} }
  }
  return {
    entryPoint: at(operation.sender, walletAbi)('entryPoint'),
    created: null,
    isOwner: at(operation.sender, multiOwnableAbi)('isOwnerAddress', [principal]),
    known: Object.fromEntries(policy.walletFactories.map((one) => [one, at(one, factoryAbi)('implementation')])),
  }
}

/** Reads in the same request that no contract answers: code and implementation of the sender. */
export const senderReads = (sender: Address): RpcCall[] => [
  { method: 'eth_getCode', params: [sender, 'latest'] },
  { method: 'eth_getStorageAt', params: [sender, IMPLEMENTATION_SLOT, 'latest'] },
]

/**
 * Whether the principal may have operations of the sender sponsored: it is one of its owners, and the sender runs, or will
 * run, a wallet implementation that does what its calldata says. The sender's own answers count only once its code is
 * known to be the proxy of such an implementation.
 *
 * Throws a Denial; upstream_failed if the node does not give code or storage.
 */
export function checkSender(
  { operation, creation, principal, policy }: Sender,
  reads: Resolved<ReturnType<typeof senderCalls>>,
  [codeReply, slotReply]: readonly RpcReply[],
): void {
  const code = hexIn(codeReply)
  const { sender, entryPoint } = operation
  if (creation) {
    if (code !== '0x') throw new Denial('sender_already_deployed')
    if (reads.created === null || !isAddressEqual(reads.created, sender)) throw new Denial('sender_address_mismatch')
    const own = encodeAbiParameters([{ type: 'address' }], [principal])
    if (!creation.owners.some((owner) => owner === own)) throw new Denial('sender_not_owned')
  } else {
    if (code === '0x') throw new Denial('sender_not_deployed')
    const implementation = implementationIn(hexIn(slotReply))
    const known = [...Object.values(reads.known), ...policy.implementations].flatMap((one) => one ?? [])
    const isProxy = policy.proxyCodeHashes.some((hash) => hash.toLowerCase() === keccak256(code))
    const isOfKnown = known.some((one) => isAddressEqual(one, implementation))
    if (!isProxy || !isOfKnown) throw new Denial('sender_implementation_not_allowed')
    if (reads.isOwner !== true && !isAddressEqual(principal, sender)) throw new Denial('sender_not_owned')
  }
  if (reads.entryPoint === null || !isAddressEqual(reads.entryPoint, entryPoint))
    throw new Denial('sender_entry_point_mismatch')
}

function implementationIn(slot: Hex): Address {
  if (size(slot) > 32) throw new ApiError('upstream_failed')
  return sliceHex(pad(slot), 12)
}

function hexIn(reply: RpcReply | undefined): Hex {
  if (!reply || !('result' in reply) || !isHex(reply.result)) throw new ApiError('upstream_failed')
  return reply.result
}
