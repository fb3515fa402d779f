import type { lotteryIngest } from '../../schema/lottery/ingest.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { ingestSignatures } from './ingest/ingestSignatures.ts'
import { signaturesIn } from './ingest/signaturesIn.ts'
import type { LotteryContext } from './context.ts'

/**
 * Stores the lottery tickets of pushed transactions. Only the delivery's signatures are read; what they recorded comes
 * from our own node, at finality (Solana JSON-RPC, commitment `finalized`). Each event counts once, however it is
 * delivered; signatures that are not final yet are stored for the sweep before the answer says so.
 *
 * Throws ingest_not_configured, invalid_request, finalized_transaction_unavailable, store_unavailable.
 */
export const ingestLotteryWebhook: Handler<typeof lotteryIngest.ingestLotteryWebhook, LotteryContext> = async (
  { body },
  { ingest },
) => {
  if (!ingest) throw new ApiError('ingest_not_configured')
  const signatures = signaturesIn(body.json)
  const { unavailable, ...report } = await ingestSignatures(signatures, ingest)
  if (unavailable.length > 0)
    throw new ApiError(
      'finalized_transaction_unavailable',
      `${unavailable.length} of ${signatures.length} transactions are not final yet; deliver them again`,
    )
  return { data: { accepted: true, received: signatures.length, ...report } }
}
