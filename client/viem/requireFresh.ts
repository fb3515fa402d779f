import type { Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { getAction } from 'viem/utils'
import { NotSentError } from './errors.ts'
import type { Sending } from './Sending.ts'

/** Throws NotSentError if an answer has expired by the chain's block or time: its user may think long about each call. */
export async function requireFresh({ wallet, built }: Sending, hashes: readonly Hex[] = []): Promise<void> {
  const { block = null, time = null } = built.expiresAt ?? {}
  if (block === null && time === null) return
  const latest = await getAction(wallet, getBlock, 'getBlock')({ blockTag: 'latest' })
  // The call is mined in the next block at the earliest.
  const isTooHigh = block !== null && latest.number + 1n >= BigInt(block)
  if (isTooHigh || (time !== null && latest.timestamp >= BigInt(time)))
    throw new NotSentError('expired', ['it has expired; call the action again'], built, hashes)
}
