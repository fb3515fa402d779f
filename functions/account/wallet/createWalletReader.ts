import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import type { ReadWallet, WalletReading } from '../../../shared/provider/portfolio/Portfolio.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { log } from '../../../shared/log/log.ts'

/** Reads each wallet from the provider, in their order; null if it could not be read. */
export type ReadWallets<T> = (
  addresses: readonly Address[],
) => Promise<{ readonly address: Address; readonly reading: WalletReading<T> | null }[]>

const KEEP_MS = 60_000
/** Share of the isolate's memory. */
const KEPT_BYTES = 1024 * 1024
/** Wallets that are read at once in an isolate: each may hold some megabytes of answers. */
const SLOTS = 16
/** Beyond the time-out, a reading was cut off. */
const MARGIN_MS = 2000

/**
 * Reads wallets from a provider, all within `timeoutMs`, and caches complete results for one minute.
 *
 * The reader throws wallet_data_not_configured without a provider, and wallet_data_unavailable if none of the wallets could
 * be read.
 */
export function createWalletReader<T>(
  read: ReadWallet<T> | undefined,
  { memory, now, timeoutMs }: Pick<Context, 'memory' | 'now'> & { readonly timeoutMs: number },
): ReadWallets<T> {
  if (!read) return () => Promise.reject(new ApiError('wallet_data_not_configured'))
  const ask = read
  const kept = memory.cache<WalletReading<T>>(KEPT_BYTES, (reading) => 2 * JSON.stringify(reading).length)
  const slots = createSemaphore({ slots: SLOTS, mostMs: timeoutMs + MARGIN_MS, now })

  async function readOne(address: Address, signal: AbortSignal): Promise<WalletReading<T> | null> {
    const before = kept.get(address)
    if (before) return before
    const leave = await slots.wait({ signal })
    try {
      const reading = await ask(address, signal)
      if (!reading.isPartial) kept.set(address, reading, now() + KEEP_MS)
      return reading
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
    const all = await Promise.all(
      addresses.map(async (address) => ({ address, reading: await readOne(address, signal) })),
    )
    if (all.every(({ reading }) => reading === null)) throw new ApiError('wallet_data_unavailable')
    return all
  }
}
