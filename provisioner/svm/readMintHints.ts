import type { Address as SvmAddress } from '@solana/kit'
import { z } from 'zod'
import type { MintCompatibilityHints } from '../../schema/provisioner.ts'
import type { Svm } from './createSvm.ts'

const PROGRAMS: Readonly<Record<string, 'spl-token' | 'token-2022'>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'token-2022',
}

const authority = z.string().nullable()
const ParsedMint = z.object({
  parsed: z.object({
    type: z.literal('mint'),
    info: z.object({
      mintAuthority: authority,
      freezeAuthority: authority,
      extensions: z.array(z.object({ extension: z.string(), state: z.unknown() })).default([]),
    }),
  }),
})
const FeeConfig = z.object({ newerTransferFee: z.object({ transferFeeBasisPoints: z.coerce.number().int() }) })

/**
 * How well other programs can handle a mint, from its account: the program that owns it, and its Token-2022 extensions
 * by type. A part that the account lacks is null, and so is the whole result if there is no account.
 *
 * Throws a plain Error when no node answers.
 */
export async function readMintHints(
  svm: Svm,
  mint: SvmAddress,
  { payer, adapterMode }: { payer: string | null; adapterMode: MintCompatibilityHints['adapterMode'] },
): Promise<MintCompatibilityHints | null> {
  const account = await svm.readAccount(mint)
  if (account === null) return null
  const tokenProgram = PROGRAMS[account.owner] ?? null
  const parsed = tokenProgram === null ? undefined : ParsedMint.safeParse(account.data).data?.parsed.info
  const known = { tokenProgram, adapterMode, rentValueLamports: String(account.lamports) }
  if (parsed === undefined) return { ...known, transferHookDetected: null, oftFeeBps: null, authorityCompatible: null }
  const stateOf = (name: string) => parsed.extensions.find(({ extension }) => extension === name)
  return {
    ...known,
    transferHookDetected: stateOf('transferHook') !== undefined,
    oftFeeBps: feeOf(stateOf('transferFeeConfig')),
    authorityCompatible: isCompatible([parsed.mintAuthority, parsed.freezeAuthority], payer),
  }
}

function feeOf(extension: { state?: unknown } | undefined): number | null {
  if (extension === undefined) return 0
  return FeeConfig.safeParse(extension.state).data?.newerTransferFee.transferFeeBasisPoints ?? null
}

/** Unknown if somebody has the authority but the payer is not known. */
function isCompatible(authorities: readonly (string | null)[], payer: string | null): boolean | null {
  const holders = authorities.filter((holder) => holder !== null)
  if (holders.length === 0) return true
  return payer === null ? null : holders.every((holder) => holder === payer)
}
