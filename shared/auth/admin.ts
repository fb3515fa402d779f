import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { ApiError } from '../errors/ApiError.ts'

/** Throws forbidden unless `address` is on the allow list. */
export function requireAdmin(address: Address, admins: ReadonlySet<Address>): void {
  if (!admins.has(getAddress(address))) throw new ApiError('forbidden', 'this address is not an administrator')
}
