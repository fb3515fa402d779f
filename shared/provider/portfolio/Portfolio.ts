import { getAddress, isAddress, isHash, type Address, type Hash } from 'viem'
import * as z from 'zod'

/** The answer of a source, and whether it is complete. */
export interface WalletReading<T> {
  readonly value: T
  /** Not all of it could be read: what is missing is unknown. */
  readonly isPartial?: boolean
}

/** Reads a source about a wallet. Throws ProviderFailure. */
export type ReadWallet<T> = (address: Address, signal: AbortSignal) => Promise<WalletReading<T>>

/** An address as a provider writes it, in any case; checksummed (EIP-55). */
export const address = z
  .string()
  .refine((text): text is Address => isAddress(text, { strict: false }))
  .transform((text) => getAddress(text))

export const hash = z
  .string()
  .refine((text): text is Hash => isHash(text))
  .transform((text): Hash => `0x${text.slice(2).toLowerCase()}`)

/** A value in US dollars with two decimals. */
const Usd = z.string().nullable()

export const Portfolio = z.object({
  totalUsd: z.string(),
  /** By value, the highest first, as are the lists below. */
  chains: z.array(z.object({ chain: z.string(), valueUsd: Usd })),
  /** Null if positions could not be read. */
  protocols: z.array(z.object({ name: z.string(), valueUsd: Usd })).nullable(),
  /** The 20 most valuable tokens; null if positions could not be read. */
  tokens: z
    .array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        chain: z.string(),
        address: address.nullable(),
        /** In whole tokens. */
        quantity: z.string(),
        valueUsd: Usd,
      }),
    )
    .nullable(),
})
export type Portfolio = z.output<typeof Portfolio>
