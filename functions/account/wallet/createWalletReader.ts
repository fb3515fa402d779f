import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import type { ReadWallet, Said } from '../../../shared/provider/portfolio/Portfolio.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { log } from '../../../shared/log/log.ts'

/** What the provider says of each wallet, in their order; null where it could not be read. */
export type ReadWallets<T> = (
  addresses: readonly Address[],
) => Promise<{ readonly address: Address; readonly said: Said<T> | null }[]>

const KEEP_MS = 60_000
/** Share of the isolate's memory. */
const KEPT_BYTES = 1024 * 1024
/** Wallets that are read at once in an isolate: each may hold some megabytes of answers. */
const SLOTS = 16
/** Beyond the time-out, a reading was cut off. */
const MARGIN_MS = 2000

/**
 * Reads wallets from a provider, all within `timeoutMs`, and keeps what is whole for a minute.
 *
 * What it returns throws wallet_data_not_configured without a provider, and wallet_data_unavailable if none of the wallets
 * could be read.
 */
export function createWalletReader<T>(
  read: ReadWallet<T> | undefined,
  { memory, now, timeoutMs }: Pick<Context, 'memory' | 'now'> & { readonly timeoutMs: number },
): ReadWallets<T> {
  if (!read) return () => Promise.reject(new ApiError('wallet_data_not_configured'))
  const ask = read
  const kept = memory.cache<Said<T>>(KEPT_BYTES, (said) => 2 * JSON.stringify(said).length)
  const slots = createSemaphore({ places: SLOTS, mostMs: timeoutMs + MARGIN_MS, now })

  async function readOne(address: Address, signal: AbortSignal): Promise<Said<T> | null> {
    const before = kept.get(address)
    if (before) return before
    const leave = await slots.wait({ signal })
    try {
      const said = await ask(address, signal)
      if (!said.isPartial) kept.set(address, said, now() + KEEP_MS)
      return said
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log('warn', 'wallet_data_unavailable', { kind: error.kind, reason: error.message })
      return null
    } finally {
      leave?.()
    }
  }

  return async (addresses) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const all = await Promise.all(addresses.map(async (address) => ({ address, said: await readOne(address, signal) })))
    if (all.every(({ said }) => said === null)) throw new ApiError('wallet_data_unavailable')
    return all
  }
}
