import {
  type Address,
  type Client,
  concat,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { encoded, type UserOperation } from './UserOperation.ts'

/** The paymasters of the local chain, by EntryPoint. */
export type Paymasters = Readonly<Record<UserOperation['version'], Address>>

const FIELDS_06 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature) userOp'
const FIELDS_07 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) userOp'
const hashAbi = (fields: string) =>
  parseAbi([`function getHash(${fields}, uint48 validUntil, uint48 validAfter) view returns (bytes32)`])

const VALID_SECONDS = 600
/** A signature of the right length that nobody made. */
const STUB: Hex = `0x${'ff'.repeat(15)}${'00'.repeat(17)}7${'a'.repeat(63)}1c`
const GAS = { paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 1n }

/** The paymaster fields of an operation, signed, or with a stub in place of the signature. */
export async function signSponsorship(
  client: Client,
  paymasters: Paymasters,
  given: UserOperation,
  { isStub }: { isStub: boolean },
): Promise<Record<string, string>> {
  const paymaster = paymasters[given.version]
  const times = encodeAbiParameters(
    [{ type: 'uint48' }, { type: 'uint48' }],
    [Math.floor(Date.now() / 1000) + VALID_SECONDS, 0],
  )
  const hash = async (operation: object, fields: string) => {
    const [until, after] = [Number(BigInt(times.slice(0, 66))), 0]
    const args = [operation, until, after]
    const abi: readonly unknown[] = hashAbi(fields)
    const digest: unknown = await readContract(client, { address: paymaster, abi, functionName: 'getHash', args })
    return sponsor.signMessage({ message: { raw: hexOf(digest) } })
  }
  if (given.version === '0.6') {
    // The contract hashes offsets too, which depend on how long the field is.
    const stub = { ...given.operation, paymasterAndData: concat([paymaster, times, STUB]) }
    const signature = isStub ? STUB : await hash(stub, FIELDS_06)
    return { paymasterAndData: concat([paymaster, times, signature]) }
  }
  const limits = { ...GAS, ...defined(given.operation) }
  const operation = { ...given.operation, ...limits, paymaster, paymasterData: times }
  const signature = isStub ? STUB : await hash(encoded({ ...given, operation }), FIELDS_07)
  return {
    paymaster: getAddress(paymaster),
    paymasterData: concat([times, signature]),
    paymasterVerificationGasLimit: `0x${limits.paymasterVerificationGasLimit.toString(16)}`,
    paymasterPostOpGasLimit: `0x${limits.paymasterPostOpGasLimit.toString(16)}`,
  }
}

const hexOf = (value: unknown): Hex => `0x${String(value).slice(2)}`

const defined = ({
  paymasterVerificationGasLimit: verification,
  paymasterPostOpGasLimit: postOp,
}: Partial<Record<keyof typeof GAS, bigint | undefined>>) => ({
  ...(verification ? { paymasterVerificationGasLimit: verification } : {}),
  ...(postOp ? { paymasterPostOpGasLimit: postOp } : {}),
})

/** Signs for the paymasters of the local chain, which are deployed with its address. Its key is public. */
export const sponsor = privateKeyToAccount(keccak256(stringToHex('sponsor of the local world')))

export const sponsorAddress = sponsor.address
