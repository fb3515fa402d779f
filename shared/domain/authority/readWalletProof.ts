import { type Address, getAddress, type Hex, size, sliceHex } from 'viem'
import { parseErc6492Signature } from 'viem/utils'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Chain } from '../../chain/chain.ts'
import { codeProbeCall, hasCode } from '../../chain/codeProbe.ts'
import type { WalletProof } from '../../store/WalletProof.ts'
import type { SigningKey } from './readSigners.ts'

interface Signed {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * The lasting proof of a smart wallet that has just accepted a signature: the signature itself, and, of a wallet that
 * lists its owners (coinbase/smart-wallet), the owner who made it, as the signature names it by its index or as it is
 * recovered; with the keys that made it, if they are known. One upstream request; throws what a chain read throws.
 */
export async function readWalletProof(
  chain: Chain,
  { address: wallet, hash, signature }: Signed,
): Promise<{ readonly proof: WalletProof; readonly signers: readonly SigningKey[] }> {
  const { signerCalls, signerHints, signersIn } = await import('./readSigners.ts')
  const hints = await signerHints({ wallet, hash, signature }, chain.config.chainId)
  const { value, carried, asOf } = await chain.read(
    (describe) => ({
      ...signerCalls(describe, hints),
      count: describe.at(wallet, multiOwnableAbi)('ownerCount'),
    }),
    [codeProbeCall([wallet])],
  )
  const [deployed = true] = await hasCode(chain, [wallet], carried[0])
  const lists = value.namesNobody === false
  const signers = await signersIn(hints, value)
  const proof = {
    wallet,
    owner: lists ? (addressIn(value.named) ?? addressOf(signers[0])) : null,
    signed: { hash, signature: parseErc6492Signature(signature).signature },
    counterfactual: !deployed,
    singleOwner: !lists || value.count === null || value.count <= 1n,
    block: Number(asOf.blockNumber),
  }
  return { proof, signers }
}

/** The owner in 32 bytes that hold an address; null for a public key, and for nothing. */
const addressIn = (bytes: Hex | null): Address | null =>
  bytes !== null && size(bytes) === 32 && /^0x0{24}/.test(bytes) ? getAddress(sliceHex(bytes, 12)) : null

const addressOf = (key: SigningKey | undefined): Address | null => (key && size(key) === 20 ? getAddress(key) : null)
