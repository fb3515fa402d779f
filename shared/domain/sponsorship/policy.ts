import { entryPoint06Address, entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import { getAddress, isAddress, type Address, type Hex } from 'viem'
import * as z from 'zod'
import { SMART_WALLET_FACTORIES } from '../../chain/networks/smartWallets.ts'

/** Kinds of operations that can be sponsored. */
export const MODES = ['agent_registry', 'reputation_feedback', 'legacy_withdraw'] as const
export type Mode = (typeof MODES)[number]

/** The EntryPoints whose operations are understood, at the addresses that they have on every chain (ERC-4337). */
export const ENTRY_POINTS: Readonly<Record<Address, '0.6' | '0.7' | '0.8'>> = {
  [entryPoint06Address]: '0.6',
  [entryPoint07Address]: '0.7',
  [entryPoint08Address]: '0.8',
}

/** Hash of the ERC-1967 proxy that the factories of coinbase/smart-wallet deploy (Solady, LibClone, ERC1967_CODE_HASH). */
const PROXY_CODE_HASH = '0xaaa52c8cc8a0e3fd27ce756cc6b4e70c51423e9b597b11f32d3e49f8b1fc890d'

const address = z.string().transform((text, context): Address => {
  if (isAddress(text)) return getAddress(text)
  context.addIssue({ code: 'custom', message: 'must be an address' })
  return z.NEVER
})
const hash = z.templateLiteral(['0x', z.hex().length(64)]).transform((text): Hex => text)
const amount = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,30}$/)]).transform(BigInt)
const count = z.int().min(1).max(100_000)

/** Sponsored calls, wallets and quotas. Unknown fields are refused, because a misspelt limit would not apply. */
export const Policy = z.strictObject({
  enabled: z.boolean().default(true),
  entryPoints: z
    .array(address.refine((one) => Object.hasOwn(ENTRY_POINTS, one), 'must be EntryPoint 0.6, 0.7 or 0.8'))
    .min(1)
    .default(() => Object.keys(ENTRY_POINTS).map((one) => getAddress(one))),
  modes: z.array(z.enum(MODES)).default([...MODES]),
  perSenderPerHour: count.default(120),
  perPrincipalPerMinute: count.default(120),
  /** The most gas that an EntryPoint may charge for of an operation. */
  maxTotalGas: amount.default(5_000_000n),
  /** Wei. */
  maxFeePerGas: amount.default(5_000_000_000n),
  /** Whether the principal, or the wallet, must be on the list of creators. */
  requireAllowlist: z.boolean().default(true),
  walletFactories: z
    .array(address)
    .max(16)
    .default([...SMART_WALLET_FACTORIES]),
  /** Implementations to which wallets may have been upgraded, besides those of the factories. */
  implementations: z.array(address).max(16).default([]),
  proxyCodeHashes: z.array(hash).min(1).max(16).default([PROXY_CODE_HASH]),
  /** Whether shutdownVault and the emergency withdrawals of a vault are sponsored too. */
  emergencyExits: z.boolean().default(false),
  /** Sent to the provider as the ERC-7677 context, in place of what callers send. */
  context: z.record(z.string(), z.json()).default({}),
})
export type Policy = z.output<typeof Policy>
