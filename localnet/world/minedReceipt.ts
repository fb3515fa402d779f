import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Chain,
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'

const LOOK_MS = 20
const MOST_MS = 60_000

/**
 * The receipt of a transaction, once a node that mines at each transaction has it. viem's `waitForTransactionReceipt` looks once a block,
 * and can miss the block while it asks for the transaction; there is no other.
 *
 * Throws TransactionReceiptNotFoundError after a minute, and what the request throws.
 */
export async function minedReceipt(
  client: Client<Transport, Chain | undefined>,
  hash: Hex,
): Promise<TransactionReceipt> {
  const end = performance.now() + MOST_MS
  for (;;) {
    try {
      return await getTransactionReceipt(client, { hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || performance.now() > end) throw error
    }
    await sleep(LOOK_MS)
  }
}
