import { type Address, bytesToHex, decodeAbiParameters, getAddress, type Hex, hexToBigInt, size, sliceHex } from 'viem'
import { parseErc6492Signature } from 'viem/utils'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Chain } from '../../chain/chain.ts'
import { codeProbeCall, hasCode } from '../../chain/codeProbe.ts'
import type { WalletProof } from '../../store/WalletProof.ts'
import { recoverAddress } from './recoverAddress.ts'

interface Signed {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * How a smart wallet that has just accepted a signature proves that later on: the signature itself, and, of a wallet that
 * lists its owners (coinbase/smart-wallet), the owner who made it, as the signature names it by its index or as it is
 * recovered. One upstream request; throws what a chain read throws.
 */
export async function readWalletProof(
  chain: Chain,
  { address: wallet, hash, signature }: Signed,
): Promise<WalletProof> {
  const inner = parseErc6492Signature(signature).signature
  const [index, recovered] = [ownerIndexIn(inner), await recoveredFrom(hash, inner)]
  const { value, carried, asOf } = await chain.read(
    ({ at }) => {
      const call = at(wallet, multiOwnableAbi)
      return {
        named: index === null ? null : call('ownerAtIndex', [index]),
        namesRecovered: recovered && call('isOwnerAddress', [recovered]),
        namesNobody: call('isOwnerAddress', [bytesToHex(crypto.getRandomValues(new Uint8Array(20)))]),
        count: call('ownerCount'),
      }
    },
    [codeProbeCall([wallet])],
  )
  const [deployed = true] = await hasCode(chain, [wallet], carried[0])
  const lists = value.namesNobody === false
  const owner = lists ? (addressIn(value.named) ?? (value.namesRecovered === true ? recovered : null)) : null
  return {
    wallet,
    owner,
    signed: { hash, signature: inner },
    counterfactual: !deployed,
    singleOwner: !lists || value.count === null || value.count <= 1n,
    block: Number(asOf.blockNumber),
  }
}

/** `SignatureWrapper(uint256 ownerIndex, bytes signatureData)` of coinbase/smart-wallet; null for another signature. */
function ownerIndexIn(signature: Hex): bigint | null {
  if (size(signature) < 160 || hexToBigInt(sliceHex(signature, 0, 32)) !== 32n) return null
  try {
    const wrapper = [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes' }] }] as const
    const [[index]] = decodeAbiParameters(wrapper, signature)
    return index
  } catch {
    return null
  }
}

async function recoveredFrom(hash: Hex, signature: Hex): Promise<Address | null> {
  if (size(signature) !== 65) return null
  return recoverAddress({ hash, signature }).catch(() => null)
}

/** The owner in 32 bytes that hold an address; null for a public key, and for nothing. */
const addressIn = (bytes: Hex | null): Address | null =>
  bytes !== null && size(bytes) === 32 && /^0x0{24}/.test(bytes) ? getAddress(sliceHex(bytes, 12)) : null
