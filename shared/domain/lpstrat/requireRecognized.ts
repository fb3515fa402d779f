import type { Address } from 'viem'
import { ApiError } from '../../errors/ApiError.ts'

/**
 * Throws invalid_request where the factory does not know an LP vault, naming the request's field, and role_not_configured
 * where the configured factory does not answer as one.
 */
export function requireRecognized(field: string, lpVault: Address, recognized: boolean | null, factory: Address): void {
  if (recognized === null)
    throw new ApiError('role_not_configured', `lpVaultFactory ${factory} does not answer as a factory of LP vaults`)
  if (!recognized)
    throw new ApiError('invalid_request', `${field}: ${lpVault} is not an LP vault of the factory ${factory}`)
}
