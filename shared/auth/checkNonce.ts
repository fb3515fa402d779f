import { ApiError } from '../errors/ApiError.ts'
import type { Sealer } from './seal.ts'

/** Throws invalid_nonce unless this service issued the nonce, for this purpose and context, and it has not expired. */
export async function checkNonce(
  nonce: string,
  { sealer, now }: { readonly sealer: Sealer; readonly now: number },
  context?: string,
): Promise<void> {
  const opened = await sealer.open(nonce, now, context)
  if (opened.ok) return
  throw new ApiError(
    'invalid_nonce',
    opened.reason === 'expired' ? 'the nonce has expired' : 'the nonce was not issued by this service',
  )
}
