import type { NonceStore } from '../durable/nonces.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Wallet } from '../store/accounts.ts'
import type { Sealer } from './seal.ts'
import { isSignedByKey, type Signed } from './signature.ts'

/** What signatures and nonces of sign-in messages are checked with. */
export interface Proofs {
  readonly sealer: Sealer
  readonly nonces: NonceStore
  /** Counts a sign-in for which a wallet's own code is run. Throws rate_limited, limiter_unavailable. */
  readonly admitContract: (signed: Signed) => Promise<void>
  /** shared/auth/signature.ts. */
  readonly isSignedByContract: (signed: Signed) => Promise<boolean>
  /** Sees to it that the wallet has an account; the same again changes nothing. Throws store_unavailable. */
  readonly openAccount: (wallet: Wallet) => Promise<unknown>
}

/**
 * Sees to it that a sign-in message was signed, that whoever signed has an account, and that the nonce is used now for
 * the first time.
 *
 * With a key, the nonce goes last: an outage does not cost it, nobody but the signer can use it up, and of many uses at
 * once one wins. What comes before it gives nothing out, and is the same however often it is repeated.
 *
 * A contract's nonce goes first, so that it makes a node run a stranger's code once at most. That bound wins: after an
 * outage of the node or of the store such a client asks for another nonce.
 *
 * Throws invalid_signature, invalid_nonce, rate_limited, store_unavailable, and what the node throws.
 */
export async function proveOnce(signed: Signed, nonce: string, proofs: Proofs): Promise<void> {
  const { address } = signed
  const byKey = await isSignedByKey(signed)
  if (byKey === null) {
    await proofs.admitContract(signed)
    await useNonce(nonce, proofs)
    if (!(await proofs.isSignedByContract(signed))) throw notSigned()
    await proofs.openAccount({ address, kind: 'smart' })
    return
  }
  if (!byKey) throw notSigned()
  await proofs.openAccount({ address, kind: 'owner' })
  await useNonce(nonce, proofs)
}

const notSigned = () => new ApiError('invalid_signature', 'the message is not signed by its address')

/** Throws invalid_nonce unless the nonce was issued here, for this purpose and context, and is still good. */
export async function checkNonce(
  nonce: string,
  { sealer, now }: { readonly sealer: Sealer; readonly now: number },
  context?: string,
): Promise<void> {
  const opened = await sealer.open(nonce, now, context)
  if (opened.ok) return
  throw new ApiError(
    'invalid_nonce',
    opened.reason === 'expired' ? 'the nonce has expired' : 'the nonce was not issued here',
  )
}

async function useNonce(nonce: string, { sealer, nonces }: Pick<Proofs, 'sealer' | 'nonces'>): Promise<void> {
  // A minute more than the nonce lives, for clocks that differ.
  if (!(await nonces.consume(nonce, sealer.ttlSeconds + 60)))
    throw new ApiError('invalid_nonce', 'the nonce has been used')
}
