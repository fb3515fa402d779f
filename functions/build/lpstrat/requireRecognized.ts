import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/**
 * Throws invalid_request, naming the request's field, if the factory does not know an LP vault, and role_not_configured
 * if the configured factory does not answer as one.
 */
export function requireRecognized(field: string, lpVault: Address, recognized: boolean | null, factory: Address): void {
  if (recognized === null)
    throw new ApiError('role_not_configured', `lpVaultFactory ${factory} does not answer as a factory of LP vaults`)
  if (!recognized)
    throw new ApiError('invalid_request', `${field}: ${lpVault} is not an LP vault that the factory ${factory} created`)
}
