import { numberToHex, type Address, type Hex } from 'viem'
import * as z from 'zod'
import { EvmAddress } from '../../../schema/common.ts'
import { wording, wordsOf } from '../../../schema/wording.ts'
import { RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'

const bytes = (max: number) =>
  z
    .string()
    .max(2 + 2 * max, `must have at most ${max} bytes`)
    .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be bytes in hex with 0x')
    .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)

const quantity = (bits: number) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{1,64}$/, 'must be a number in hex with 0x')
    .transform(BigInt)
    .refine((value) => value < 1n << BigInt(bits), `must have at most ${bits} bits`)

const CALL_DATA = 65_536
const FACTORY_DATA = 16_384
const SIGNATURE = 8192

/** Fields of all versions; before 0.7 gas was not packed, but 128 bits are enough. */
const common = {
  sender: EvmAddress,
  nonce: quantity(256),
  callData: bytes(CALL_DATA),
  callGasLimit: quantity(128).optional(),
  verificationGasLimit: quantity(128).optional(),
  preVerificationGas: quantity(128).optional(),
  maxFeePerGas: quantity(128).optional(),
  maxPriorityFeePerGas: quantity(128).optional(),
  signature: bytes(SIGNATURE).optional(),
}

/** A user operation for EntryPoint 0.6. Other fields are left out, what a paymaster fills in among them. */
const Operation06 = z.object({ ...common, initCode: bytes(20 + FACTORY_DATA).default('0x') })

/** Clients send this as the factory of a sender that delegates its code (ERC-4337, EIP-7702). */
const AUTHORIZED = '0x7702'

/** A user operation for EntryPoint 0.7 or 0.8, unpacked as ERC-4337 has it in JSON-RPC. */
const Operation07 = z.object({
  ...common,
  factory: z.union([z.literal(AUTHORIZED), EvmAddress], 'must be an address').nullish(),
  factoryData: bytes(FACTORY_DATA).nullish(),
  paymasterVerificationGasLimit: quantity(128).optional(),
  paymasterPostOpGasLimit: quantity(128).optional(),
  eip7702Auth: z.unknown().optional(),
})

/** A user operation, whatever the version of its EntryPoint. */
export interface UserOperation {
  readonly entryPoint: Address
  readonly version: '0.6' | '0.7' | '0.8'
  readonly sender: Address
  readonly callData: Hex
  /** The call that deploys the sender. */
  readonly deployment: { readonly factory: Address; readonly data: Hex } | null
  readonly gas: Readonly<Record<string, bigint | undefined>>
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly hasAuthorization: boolean
  /** The operation as the provider is sent it. */
  readonly wire: Readonly<Record<string, string>>
}

/** Validates a user operation for an EntryPoint. Throws RpcError invalidParams, which names the field. */
export function readOperation(given: unknown, entryPoint: Address, version: UserOperation['version']): UserOperation {
  return version === '0.6' ? readOperation06(given, entryPoint) : readOperation07(given, entryPoint, version)
}

function readOperation06(given: unknown, entryPoint: Address): UserOperation {
  const { signature = '0x', initCode, ...fields } = parse(Operation06, given)
  if (initCode !== '0x' && initCode.length < 42)
    throw new RpcError('invalidParams', 'invalid_params: userOperation.initCode: must start with an address')
  const deployment = initCode === '0x' ? null : { factory: addressOf(initCode), data: bytesAfter(initCode, 20) }
  const { sender, callData, nonce, maxFeePerGas, maxPriorityFeePerGas, ...gas } = fields
  const wire = {
    ...wireOf({ nonce, maxFeePerGas, maxPriorityFeePerGas, ...gas }),
    sender,
    callData,
    signature,
    initCode,
  }
  return {
    entryPoint,
    version: '0.6',
    sender,
    callData,
    deployment,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    hasAuthorization: false,
    wire: { ...wire, paymasterAndData: '0x' },
  }
}

function readOperation07(given: unknown, entryPoint: Address, version: '0.7' | '0.8'): UserOperation {
  const { signature = '0x', factory, factoryData, eip7702Auth, ...fields } = parse(Operation07, given)
  const hasAuthorization = factory === AUTHORIZED || (eip7702Auth !== undefined && eip7702Auth !== null)
  const deployment = factory && factory !== AUTHORIZED ? { factory, data: factoryData ?? '0x' } : null
  if (!factory && factoryData && factoryData !== '0x')
    throw new RpcError('invalidParams', 'invalid_params: userOperation.factory: is required with factoryData')
  const { sender, callData, nonce, maxFeePerGas, maxPriorityFeePerGas, ...gas } = fields
  const wire = { ...wireOf({ nonce, maxFeePerGas, maxPriorityFeePerGas, ...gas }), sender, callData, signature }
  return {
    entryPoint,
    version,
    sender,
    callData,
    deployment,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    hasAuthorization,
    wire: deployment ? { ...wire, factory: deployment.factory, factoryData: deployment.data } : wire,
  }
}

function parse<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given, { reportInput: true, error: wording })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = ['userOperation', ...(issue?.path ?? [])].join('.')
  throw new RpcError('invalidParams', `invalid_params: ${field}: ${issue ? wordsOf(issue) : ''}`)
}

const wireOf = (numbers: Readonly<Record<string, bigint | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [[name, numberToHex(value)]])),
  )

const addressOf = (code: Hex): Address => EvmAddress.parse(code.slice(0, 42))
const bytesAfter = (code: Hex, count: number): Hex => `0x${code.slice(2 + 2 * count)}`
