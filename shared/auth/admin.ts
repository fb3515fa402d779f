import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { ApiError } from '../http/ApiError.ts'

/** Addresses separated by commas or spaces, checksummed. An empty text is nobody. Throws on what is no address. */
export const parseAdmins = (text: string): ReadonlySet<Address> =>
  new Set(text.split(/[\s,]+/).filter(Boolean).map((entry) => getAddress(entry)))

/** Throws forbidden unless `address` is on the allow list. */
export function requireAdmin(address: Address, admins: ReadonlySet<Address>): void {
  if (!admins.has(getAddress(address))) throw new ApiError('forbidden', 'this address is not an administrator')
}
