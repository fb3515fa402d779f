import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { ApiError } from '../errors/ApiError.ts'

export const isAdmin = (address: Address, admins: ReadonlySet<Address>): boolean => admins.has(getAddress(address))

/** Throws forbidden unless `address` is on the allow list. */
export function requireAdmin(address: Address, admins: ReadonlySet<Address>): void {
  if (!isAdmin(address, admins)) throw new ApiError('forbidden', 'this address is not an administrator')
}
