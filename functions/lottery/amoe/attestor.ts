import { hashMessage, hashTypedData, type Address, type Hex } from 'viem'
import { amoeEntryAbi } from '../../../shared/domain/lottery/amoeEntryAbi.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

export interface AmoeEntry {
  readonly buyer: Address
  readonly creatorCoin: Address
  readonly nonce: Hex
  /** Unix seconds. */
  readonly deadline: number
}

export interface Attestor {
  readonly mode: 'typed' | 'chain-hash'
  /**
   * The attestor of an entry, and the signature: 65 bytes r‖s‖v, deterministic (RFC 6979). Throws upstream errors and
   * attestation_hash_unreadable.
   */
  attest(router: Address, entry: AmoeEntry): Promise<{ readonly attestor: Address; readonly signature: Hex }>
}

/** Undefined without a key. */
export function createAttestor(
  chain: Chain,
  key: Hex | undefined,
  mode: Attestor['mode'] = 'typed',
): Attestor | undefined {
  if (key === undefined) return undefined
  return {
    mode,
    async attest(router, entry) {
      const hash =
        mode === 'typed'
          ? typedHash(chain.config.chainId, router, entry)
          : hashMessage({ raw: await chainHash(chain, router, entry) })
      const { privateKeyToAddress, sign } = await import('./signing.ts')
      return { attestor: privateKeyToAddress(key), signature: await sign({ hash, privateKey: key, to: 'hex' }) }
    },
  }
}

const typedHash = (chainId: number, router: Address, { deadline, ...entry }: AmoeEntry): Hex =>
  hashTypedData({
    domain: { name: 'LotteryAmoeRouter', version: '1', chainId, verifyingContract: router },
    types: {
      AmoeEntry: [
        { name: 'buyer', type: 'address' },
        { name: 'creatorCoin', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'AmoeEntry',
    message: { ...entry, deadline: BigInt(deadline) },
  })

async function chainHash(chain: Chain, router: Address, entry: AmoeEntry): Promise<Hex> {
  const { buyer, creatorCoin, nonce, deadline } = entry
  const { value } = await chain.read(({ at }) => ({
    hash: at(router, amoeEntryAbi)('getAmoeMessageHash', [buyer, creatorCoin, nonce, BigInt(deadline)]),
  }))
  if (value.hash === null) throw new ApiError('attestation_hash_unreadable')
  return value.hash
}
