import type * as z from 'zod'
import type { AccessProofSubmission } from '../../../schema/agents/roomBodies.ts'
import type { Sealer } from '../../../shared/auth/seal.ts'
import { type AccessProof, proofContext, proofText } from './membership/accessProof.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

type Given = z.output<typeof AccessProofSubmission>['proofRequest']

/**
 * The proof that was issued here exactly as it is given back, and has not expired at `now` (milliseconds); not that it is
 * signed, or used for the first time. Throws invalid_message, invalid_nonce, message_expired.
 */
export async function readProof({ message, ...given }: Given, sealer: Sealer, now: number): Promise<AccessProof> {
  const proof = {
    ...given,
    issuedAt: secondsOf('issuedAt', given.issuedAt),
    expiresAt: secondsOf('expiresAt', given.expiresAt),
  }
  if (message !== undefined && message !== proofText(proof))
    throw new ApiError('invalid_message', 'proofRequest.message: must be exactly the issued message')
  const issuedAt = proof.issuedAt * 1000
  const opened = await sealer.open(proof.nonce, issuedAt, proofContext(proof))
  if (!opened.ok || opened.issuedAt !== issuedAt)
    throw new ApiError('invalid_nonce', 'proofRequest.nonce: was not issued for this proof; request a new one')
  if (now >= proof.expiresAt * 1000)
    throw new ApiError('message_expired', 'proofRequest: has expired; request a new one')
  return proof
}

function secondsOf(field: string, time: string): number {
  const seconds = Date.parse(time) / 1000
  if (!Number.isInteger(seconds) || new Date(seconds * 1000).toISOString() !== time)
    throw new ApiError('invalid_message', `proofRequest.${field}: must be exactly as issued`)
  return seconds
}
