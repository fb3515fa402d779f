import type { Policy } from '../../../shared/domain/sponsorship/policy.ts'
import type { UserOperation } from './readOperation.ts'
import { Denial, RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'

/** What must be there before anybody signs for it; a stub is given for an operation whose gas is not known yet. */
const SIGNED_FOR = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const

/**
 * Whether the gas of an operation and its price are within what is sponsored. Throws a Denial, and RpcError invalidParams
 * where the operation is to be signed for and lacks one of them.
 */
export function requireBounds(operation: UserOperation, policy: Policy, isSigned: boolean): void {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = operation
  if (operation.hasAuthorization) throw new Denial('eip7702_not_supported')
  const missing = [
    ...SIGNED_FOR.filter((name) => gas[name] === undefined),
    ...(maxFeePerGas === undefined ? ['maxFeePerGas'] : []),
    ...(maxPriorityFeePerGas === undefined ? ['maxPriorityFeePerGas'] : []),
  ]
  if (isSigned && missing.length > 0)
    throw new RpcError('invalidParams', `invalid_params: userOperation.${missing[0]}: is required`)
  if (totalGas(operation) > policy.maxTotalGas) throw new Denial('gas_too_high')
  const [fee, tip] = [maxFeePerGas ?? 0n, maxPriorityFeePerGas ?? 0n]
  if (fee > policy.maxFeePerGas || (maxFeePerGas !== undefined && tip > fee)) throw new Denial('fee_too_high')
}

/** The most gas that the EntryPoint charges for. Up to 0.6 the paymaster may use the gas of verification twice more. */
export const totalGas = ({ version, gas }: Pick<UserOperation, 'version' | 'gas'>): bigint => {
  const limits = Object.values(gas).reduce<bigint>((sum, limit) => sum + (limit ?? 0n), 0n)
  return version === '0.6' ? limits + 2n * (gas['verificationGasLimit'] ?? 0n) : limits
}
