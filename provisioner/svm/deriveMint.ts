import {
  type Address as SvmAddress,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  getUtf8Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { type Address, bytesToHex, concat, type Hex, hexToBytes, keccak256 } from 'viem'

/** The inputs of a bridged token's mint; any change makes another mint. */
export interface TokenParts {
  readonly remoteToken: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly scalerExponent: number
}

/**
 * The mint that the bridge's SVM program makes for a token, known before it exists: the PDA of `wrapped_token`, the
 * decimals, and the hash of name, symbol (each with its length in UTF-8 bytes as a u64), token and exponent.
 * Source: base/bridge, the program's `wrap_token`.
 */
export async function deriveMint(program: SvmAddress, parts: TokenParts): Promise<SvmAddress> {
  const hash = keccak256(
    concat([
      ...text(parts.name),
      ...text(parts.symbol),
      hexToBytes(parts.remoteToken),
      Uint8Array.of(parts.scalerExponent),
    ]),
    'bytes',
  )
  const seeds = ['wrapped_token', Uint8Array.of(parts.decimals), hash]
  const [mint] = await getProgramDerivedAddress({ programAddress: program, seeds })
  return mint
}

/** A base58 public key as 32 bytes in hex, the form that the EVM side uses. */
export const toBytes32 = (key: SvmAddress): Hex => bytesToHex(bytes(getAddressEncoder().encode(key)))

const text = (value: string): Uint8Array[] => {
  const encoded = bytes(getUtf8Encoder().encode(value))
  return [bytes(getU64Encoder().encode(encoded.length)), encoded]
}

const bytes = (from: ReadonlyUint8Array): Uint8Array => Uint8Array.from(from)
