import { numberToHex, type Address, type Hex } from 'viem'
import * as z from 'zod'
import { EvmAddress } from '../../../schema/common.ts'
import { failed } from './requestSponsorship.ts'
import type { UserOperation } from './readOperation.ts'

const bytes = z.string().regex(/^0x([0-9a-fA-F]{2}){0,8192}$/)
const gas = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,32}$/)
  .transform(BigInt)

// An answer for the other kind of EntryPoint is refused, not read as far as it goes.
const Sponsorship06 = z.object({
  paymasterAndData: bytes.refine((text) => text.length >= 42),
  paymaster: z.undefined().optional(),
  paymasterData: z.undefined().optional(),
  isFinal: z.boolean().nullish(),
})
const Sponsorship07 = z.object({
  paymaster: EvmAddress,
  paymasterData: bytes,
  paymasterVerificationGasLimit: gas.optional(),
  paymasterPostOpGasLimit: gas.optional(),
  paymasterAndData: z.undefined().optional(),
  isFinal: z.boolean().nullish(),
})

/** The provider's answer for an operation: the fields for the caller, and the paymaster that they name. */
export interface Sponsorship {
  readonly paymaster: Address
  /** Its gas limits that the operation did not have, or had otherwise. */
  readonly gas: Readonly<Record<string, bigint | undefined>>
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the provider's answer for an operation, by the version of its EntryPoint. Throws RpcError outage. */
export function readSponsorship(given: unknown, { version }: UserOperation): Sponsorship {
  if (version === '0.6') {
    const { data } = Sponsorship06.safeParse(given)
    if (!data) throw failed('its fields do not match EntryPoint 0.6')
    requireOpen(data)
    const { data: paymaster } = EvmAddress.safeParse(data.paymasterAndData.slice(0, 42).toLowerCase())
    if (!paymaster) throw failed('it does not name a paymaster')
    return { paymaster, gas: {}, fields: { paymasterAndData: data.paymasterAndData } }
  }
  const { data } = Sponsorship07.safeParse(given)
  if (!data) throw failed(`its fields do not match EntryPoint ${version}`)
  requireOpen(data)
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = data
  const limits = { paymasterVerificationGasLimit, paymasterPostOpGasLimit }
  return { paymaster, gas: limits, fields: { paymaster, paymasterData, ...hexOf(limits) } }
}

/** A final stub (ERC-7677) would sponsor an operation whose gas is not checked, and outside every quota. */
function requireOpen({ isFinal }: { readonly isFinal?: boolean | null | undefined }): void {
  if (isFinal) throw failed('its stub is final')
}

const hexOf = (values: Readonly<Record<string, bigint | undefined>>): Record<string, Hex> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, numberToHex(value)]])),
  )
