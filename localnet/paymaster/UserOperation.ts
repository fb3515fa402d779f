import { getAddress, type Address, type Hex } from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  toPackedUserOperation,
  type UserOperation as OfVersion,
} from 'viem/account-abstraction'
import * as z from 'zod'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]).transform((text): Hex => text)
const number = hex.transform(BigInt)
const address = z.string().transform((text): Address => getAddress(text))

const common = {
  sender: address,
  nonce: number,
  callData: hex,
  callGasLimit: number.default(0n),
  verificationGasLimit: number.default(0n),
  preVerificationGas: number.default(0n),
  maxFeePerGas: number.default(0n),
  maxPriorityFeePerGas: number.default(0n),
  signature: hex.default('0x'),
}
const Operation06 = z.object({ ...common, initCode: hex.default('0x'), paymasterAndData: hex.default('0x') })
const Operation07 = z.object({
  ...common,
  factory: address.optional(),
  factoryData: hex.optional(),
  paymaster: address.optional(),
  paymasterData: hex.optional(),
  paymasterVerificationGasLimit: number.optional(),
  paymasterPostOpGasLimit: number.optional(),
})

/** A user operation as EntryPoint 0.6 takes it, or unpacked as clients have it since 0.7. */
export type UserOperation =
  | { readonly version: '0.6'; readonly operation: z.output<typeof Operation06> }
  | { readonly version: '0.7' | '0.8'; readonly operation: z.output<typeof Operation07> }

const VERSIONS: Readonly<Record<Address, '0.6' | '0.7' | '0.8'>> = {
  [entryPoint06Address]: '0.6',
  [entryPoint07Address]: '0.7',
  [entryPoint08Address]: '0.8',
}

/** Reads a user operation for an EntryPoint. Throws an Error for anything else. */
export function readUserOperation(given: unknown, entryPoint: unknown): UserOperation & { entryPoint: Address } {
  const at = getAddress(String(entryPoint))
  const version = VERSIONS[at]
  if (version === undefined) throw new Error('unknown EntryPoint')
  return version === '0.6'
    ? { entryPoint: at, version, operation: Operation06.parse(given) }
    : { entryPoint: at, version, operation: Operation07.parse(given) }
}

/** A user operation as contracts take it: the fields of 0.6, or packed. */
export function encoded({ version, operation }: UserOperation): object {
  if (version === '0.6') return operation
  const defined = Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== undefined))
  const unpacked: OfVersion<'0.7'> = { ...operation, ...defined }
  return toPackedUserOperation(unpacked)
}
