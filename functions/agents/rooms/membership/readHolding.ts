import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { fetchTransfers } from './fetchTransfers.ts'
import { heldSince } from './heldSince.ts'
import { readTransfers, type KnownTransfers, type TransferReader } from './readTransfers.ts'
import type { Address } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'

/** Since when a wallet has held enough; not exact: since then or earlier. Unix seconds. */
export interface Holding {
  readonly since: number
  readonly isExact: boolean
}

/**
 * Reads how long a wallet has held what several rules of one share token require; `longest` is the longest time that one
 * of them asks for, in seconds. The transfers are read once, on the first question.
 */
export function readHolding(
  reader: TransferReader,
  held: { readonly token: Address; readonly wallet: Address; readonly balance: bigint; readonly at: AsOf },
  longest: number,
): (least: bigint) => Promise<Holding> {
  const { token, wallet, balance, at } = held
  let reading: Promise<KnownTransfers> | undefined
  return async (least) => {
    reading ??= readTransfers(reader, { token, wallet, at, seconds: longest })
    const { transfers, completeSince } = await reading
    const start = heldSince({ wallet, balance, least, transfers })
    if (start === 'contradictory') throw new ApiError('hold_time_unreadable')
    if (start === 'before') return { since: completeSince, isExact: false }
    return { since: start.blockTime ?? (await timeOf(reader, token, wallet, start.blockNumber)), isExact: true }
  }
}

/** The time of a block, for nodes that do not send it with their logs. */
async function timeOf({ chain }: TransferReader, token: Address, wallet: Address, block: number): Promise<number> {
  const fetched = await fetchTransfers(chain, { token, wallet, from: block + 1, to: block, blocks: [block] })
  const time = fetched === 'too wide' ? undefined : fetched.marks[0]?.time
  if (time === undefined) throw new ApiError('upstream_failed')
  return time
}
