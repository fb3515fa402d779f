import { ApiError } from '../../shared/errors/ApiError.ts'
import { isBase58 } from '../../shared/text/bytes.ts'
import type { LotteryHandler } from './context.ts'
import { ingestSignatures } from './ingest/ingestSignatures.ts'

/**
 * Stores the lottery tickets of pushed transactions. Only the delivery's signatures are read; what they recorded comes
 * from our own node, at finality (Solana JSON-RPC, commitment `finalized`). Each event counts once, however it is
 * delivered; signatures that are not final yet are stored for the sweep before the answer says so.
 *
 * Throws ingest_not_configured, invalid_request, finalized_transaction_unavailable, store_unavailable.
 */
export const ingestLotteryWebhook: LotteryHandler<'ingestLotteryWebhook'> = async ({ body }, { ingest }) => {
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

/** Transactions per delivery. */
const MOST = 100

/**
 * The signatures in a delivery, each once. The delivery is an array or a single item; each item is a transaction as
 * nodes return it (the first of `transaction.signatures` is its id), an object with `signature` or `signatures`,
 * or a signature. Nothing else in the delivery is read.
 *
 * Throws invalid_request with the index of the item.
 */
export function signaturesIn(delivery: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(delivery) ? delivery : [delivery]
  if (items.length > MOST) throw tooMany()
  const signatures = new Set<string>()
  for (const [i, item] of items.entries()) {
    for (const signature of signaturesOf(item)) {
      if (!isBase58(signature, 64))
        throw new ApiError('invalid_request', `item ${i}: must be a transaction signature, 64 bytes in base58`)
      signatures.add(signature)
    }
    if (signatures.size > MOST) throw tooMany()
  }
  return [...signatures]
}

const tooMany = () => new ApiError('invalid_request', `body: must have at most ${MOST} transactions`)

/** Supposed to be signatures; an item without any counts as one invalid signature. */
function signaturesOf(item: unknown): readonly unknown[] {
  if (typeof item !== 'object' || item === null) return [item]
  if ('signature' in item) return [item.signature]
  if ('signatures' in item && Array.isArray(item.signatures)) return item.signatures
  if ('transaction' in item && typeof item.transaction === 'object' && item.transaction !== null) {
    const { transaction } = item
    if ('signatures' in transaction && Array.isArray(transaction.signatures)) return [transaction.signatures[0]]
  }
  return [undefined]
}
