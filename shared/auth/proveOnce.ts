import { size } from 'viem/utils'
import type { ErrorCode } from '../../schema/errors.ts'
import type { NonceStore } from '../durable/nonces.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { SigningKey } from '../domain/authority/readSigners.ts'
import type { ProvenWallet } from '../store/accounts.ts'
import type { SessionOrigin, WalletProof } from '../store/WalletProof.ts'
import type { Sealer } from './seal.ts'
import { SIGN_AGAIN } from './signInRules.ts'
import { isSignedByKey, type Signed } from './signature.ts'
import type { LimitClass } from '../../schema/limits.ts'

/** Dependencies of checking signatures and nonces of sign-in messages. */
export interface Proofs {
  readonly sealer: Sealer
  readonly nonces: NonceStore
  /** Counts a sign-in that runs a wallet's own code. Throws rate_limited, limiter_unavailable. */
  readonly admitContract: (signed: Signed) => Promise<void>
  /** shared/auth/signature.ts. */
  readonly isSignedByContract: (signed: Signed) => Promise<boolean>
  /** The proof of a smart wallet that accepted a signature, for later checks, and who signed. Throws what a chain read throws. */
  readonly readProof: (
    signed: Signed,
  ) => Promise<{ readonly proof: WalletProof; readonly signers: readonly SigningKey[] }>
  /** Makes sure that the wallet has an account; calling it again changes nothing. Throws store_unavailable. */
  readonly openAccount: (wallet: ProvenWallet) => Promise<unknown>
}

/**
 * Verifies the signature of a sign-in message, opens the signer's account if needed, and consumes the nonce. Returns the
 * origin of the session.
 *
 * With a key, the nonce is consumed last: an outage does not waste it, only the signer can use it up, and of several
 * concurrent uses one wins. The steps before it reveal nothing and can be repeated safely.
 *
 * With a contract, the nonce is consumed first, so that it makes a node run foreign code at most once. After an outage
 * of the node or the store such a client needs a new nonce.
 *
 * Throws invalid_signature, `used` for a nonce that has been used, rate_limited, store_unavailable, and what the node throws.
 */
export async function proveOnce(
  signed: Signed,
  nonce: string,
  proofs: Proofs,
  used: ErrorCode,
): Promise<SessionOrigin> {
  const { address } = signed
  const byKey = await isSignedByKey(signed)
  if (byKey === null) {
    await proofs.admitContract(signed)
    await useNonce(nonce, proofs, used)
    if (!(await proofs.isSignedByContract(signed))) throw notSigned(signed)
    const { proof, signers } = await proofs.readProof(signed)
    await proofs.openAccount({ address, kind: 'smart', proof, signers })
    return { method: 'contract', by: address, profileId: null, proofs: [proof] }
  }
  if (!byKey) throw notSigned(signed)
  await proofs.openAccount({ address, kind: 'owner' })
  await useNonce(nonce, proofs, used)
  return { method: 'key', by: address, profileId: null, proofs: [] }
}

const COMPACT_BYTES = 64

const notSigned = ({ signature }: Signed) =>
  new ApiError(
    'invalid_signature',
    `the signature is not from the address in the message${size(signature) === COMPACT_BYTES ? '; expand a compact signature (ERC-2098) to 65 bytes' : ''}`,
  )

async function useNonce(
  nonce: string,
  { sealer, nonces }: Pick<Proofs, 'sealer' | 'nonces'>,
  used: ErrorCode,
): Promise<void> {
  // One minute longer than the nonce is valid, since clocks differ.
  if (!(await nonces.consume(nonce, sealer.ttlSeconds + 60)))
    throw new ApiError(used, `Nonce: has been used; ${SIGN_AGAIN}`)
}

/**
 * Counts a proof that runs a wallet's own code, by IP, and by IP and wallet, so that nobody can use up the budget of another
 * person's wallet. `spend` belongs to the request.
 */
export const admitContract =
  (spend: (name: LimitClass, value?: string) => Promise<void>): Proofs['admitContract'] =>
  async ({ address }) => {
    await spend('contractSignIn')
    await spend('contractSignInWallet', address)
  }
