import type { Hex, ReplacementReason } from 'viem'
import { estimateGas, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { getAction } from 'viem/utils'
import type { Sent } from './Actions.ts'
import { notBefore } from '../createClient.ts'
import { SendError, toError } from './errors.ts'
import { readRevert } from './readRevert.ts'
import { requireFresh } from './requireFresh.ts'
import type { Sending } from './Sending.ts'

/**
 * Sends calls one by one: each once the one before it is mined. Stops at the first that reverts, that the wallet refuses or replaces,
 * or whose outcome does not come.
 */
export async function sendCallsInOrder(sending: Sending): Promise<Omit<Sent, 'built'>> {
  const { vaults, wallet, account, chain, built, signal } = sending
  const { calls } = built.calls
  const hashes: Hex[] = []
  let blockNumber = 0n
  for (const [index, { to, data, value }] of calls.entries()) {
    await requireFresh(sending, hashes)
    const stop = (what: string, error?: unknown) =>
      new SendError(`Call ${index + 1} of ${calls.length} ${what}`, { built, hashes }, toError(error))
    let replaced: ReplacementReason | undefined
    const receipt = await (async () => {
      signal?.throwIfAborted()
      const call = { account, to, data, value: BigInt(value) }
      // The gas of a call depends on the block that it is mined in. Other wallets choose their own limit.
      const gas =
        account.type === 'local' ? ((await getAction(wallet, estimateGas, 'estimateGas')(call)) * 5n) / 4n : undefined
      const hash = await getAction(wallet, sendTransaction, 'sendTransaction')({ ...call, chain, gas })
      hashes.push(hash)
      const onReplaced = ({ reason }: { readonly reason: ReplacementReason }) => void (replaced = reason)
      return getAction(wallet, waitForTransactionReceipt, 'waitForTransactionReceipt')({ hash, onReplaced })
    })().catch((error: unknown) => {
      throw stop(hashes.length > index ? 'was sent, and its outcome is unknown' : 'was not sent', error)
    })
    hashes[index] = receipt.transactionHash
    blockNumber = receipt.blockNumber
    notBefore(vaults, blockNumber)
    // The receipt is that of another transaction with the same nonce.
    if (replaced !== undefined && replaced !== 'repriced') throw stop(`was ${replaced} in the wallet`)
    if (receipt.status === 'reverted') throw await readRevert(vaults, { built, hashes }, receipt.transactionHash)
  }
  return { hashes, blockNumber }
}
