import { type Address, decodeAbiParameters, type Hex, keccak256, size, sliceHex } from 'viem'
import { bytesToHex, hexToBigInt, parseErc6492Signature } from 'viem/utils'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import { isSignedByPasskey } from './isSignedByPasskey.ts'
import { recoverAddress } from './recoverAddress.ts'

// A module of its own, loaded with the first caller whose standing is read beside something else.

/** A signature that a contract accepted as its own (ERC-1271). */
export interface ContractSignature {
  readonly wallet: Address
  readonly hash: Hex
  readonly signature: Hex
}

/** A key that signs: an address, or the keccak-256 of a public key (a passkey). */
export type SigningKey = Hex

/** Hints of a contract's signature about the keys that made it. */
export interface SignerHints {
  readonly wallet: Address
  /** The owner that the signature names, by its number; null if it names none. */
  readonly index: bigint | null
  /** Addresses whose key made it, if the contract verified it as wallets of several owners do. */
  readonly recovered: readonly Address[]
  /** The signature inside, and the hash that it is of if the wallet binds hashes to itself. */
  readonly inner: Hex
  readonly boundHash: Hex
}

/** Reads the signature alone; asks no node. */
export async function signerHints(
  { wallet, hash, signature }: ContractSignature,
  chainId: number,
): Promise<SignerHints> {
  const outer = parseErc6492Signature(signature).signature
  const wrapped = unwrap(outer)
  const inner = wrapped?.data ?? outer
  const { hashTypedData } = await import('./curve.ts')
  const boundHash = hashTypedData({
    domain: { name: 'Coinbase Smart Wallet', version: '1', chainId, verifyingContract: wallet },
    types: { CoinbaseSmartWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'CoinbaseSmartWalletMessage',
    message: { hash },
  })
  const found = size(inner) === 65 ? await Promise.all([hash, boundHash].map((one) => recovered(one, inner))) : []
  return { wallet, index: wrapped?.index ?? null, recovered: found.flatMap((one) => one ?? []), inner, boundHash }
}

/** The reads that confirm them: the owner of that number, and whether the contract names the addresses, and not everybody. */
export function signerCalls({ at }: Pick<Describe, 'at'>, { wallet, index, recovered }: SignerHints) {
  const call = at(wallet, multiOwnableAbi)
  const names = (one: Address | undefined) => (one === undefined ? null : call('isOwnerAddress', [one]))
  return {
    named: index === null ? null : call('ownerAtIndex', [index]),
    namesFirst: names(recovered[0]),
    namesSecond: names(recovered[1]),
    namesNobody: names(bytesToHex(crypto.getRandomValues(new Uint8Array(20)))),
  }
}

/**
 * The keys that made a signature of a contract: the addresses that the signature recovers to, or the passkey that verifies
 * it, if the contract names them as its owners. Empty if unknown: a wallet that lists no owners, or an owner that is a
 * contract itself.
 */
export async function signersIn(
  hints: SignerHints,
  { named, namesFirst, namesSecond, namesNobody }: Resolved<ReturnType<typeof signerCalls>>,
): Promise<SigningKey[]> {
  if (namesNobody !== false) return []
  const keys = hints.recovered.filter((_, i) => (i === 0 ? namesFirst : namesSecond) === true)
  if (named === null || size(named) !== 64) return keys
  return (await isSignedByPasskey(named, hints)) ? [...keys, keccak256(named)] : keys
}

/** `SignatureWrapper(uint256 ownerIndex, bytes signatureData)` of coinbase/smart-wallet; null for another signature. */
function unwrap(signature: Hex): { readonly index: bigint; readonly data: Hex } | null {
  if (size(signature) < 160 || hexToBigInt(sliceHex(signature, 0, 32)) !== 32n) return null
  try {
    const wrapper = [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes' }] }] as const
    const [[index, data]] = decodeAbiParameters(wrapper, signature)
    return { index, data }
  } catch {
    return null
  }
}

const recovered = (hash: Hex, signature: Hex): Promise<Address | null> =>
  recoverAddress({ hash, signature }).catch(() => null)
