import type { Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isHex } from 'viem/utils'
import { createSealer } from '../../shared/auth/seal.ts'
import { isSignedByContract, type Signed } from '../../shared/auth/signature.ts'
import type { NonceStore } from '../../shared/durable/nonces.ts'
import type { Wallet } from '../../shared/store/accounts.ts'
import type { WalletProof } from '../../shared/store/WalletProof.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

export const ORIGIN = 'https://api.example.com'
export const REGISTRY = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
export const alice = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
export const mallory = privateKeyToAccount(`0x${'66'.repeat(32)}`)
export const SECRET = 'a test secret of more than 32 characters'
export const OTHER_SECRET = 'another test secret, also more than 32 long'

/** Exact within one process; the Durable Object has tests of its own. */
export function memoryNonces(): NonceStore & { readonly used: Map<string, number> } {
  const used = new Map<string, number>()
  return {
    used,
    async consume(key, ttlSeconds) {
      if (used.has(key)) return false
      used.set(key, ttlSeconds)
      return true
    },
  }
}

/** A chain on which no contract answers. */
export const emptyChain = async (): Promise<Hex | null> => null

/** Fails the test when an account's signature is not settled without a node. */
export const noChain = async (): Promise<never> => {
  throw new Error('asked the node')
}

/** How a contract proves itself that accepts a signature and names no owners. */
export const proofOf = ({ address: wallet, hash, signature }: Signed): WalletProof => ({
  wallet,
  owner: null,
  signed: { hash, signature },
  counterfactual: false,
  singleOwner: true,
  block: null,
})

export const signInRules = (purpose: string, opened: Wallet[] = []) => ({
  origins: new Set([ORIGIN]),
  chainId: 31337,
  sealer: createSealer({ secrets: [SECRET], purpose, ttlSeconds: 900 }),
  nonces: memoryNonces(),
  admitContract: async () => {},
  isSignedByContract: (signed: Signed) => isSignedByContract(signed, noChain),
  readProof: async (signed: Signed) => ({ proof: proofOf(signed), signers: [] }),
  openAccount: async (wallet: Wallet) => opened.push(wallet),
  now: Date.now(),
})

/** Text of another library's types that is known to be hex. */
export function hex(text: string): Hex {
  if (!isHex(text)) throw new Error(`not hex: ${text}`)
  return text
}

/** A signer as the SIWA client wants it; `address` is another for a contract wallet that the account controls. */
export const siwaSigner = (account: LocalAccount, address = account.address) => ({
  getAddress: async () => address,
  signMessage: (message: string) => account.signMessage({ message }),
  signRawMessage: (raw: string) => account.signMessage({ message: { raw: hex(raw) } }),
})

/** The error of a refusal; fails if the promise is kept. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<Pick<ApiError, 'code' | 'detail' | 'headers' | 'about'>> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, detail, headers, about } = error
      return { code, detail, headers, about }
    }
    throw error
  }
  throw new Error('expected a refusal')
}

/** The same signature with s replaced by n - s: recovers to the same address, and is not canonical (EIP-2). */
export function highS(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.slice(130) === '1b' ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
