import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { ApiError } from '../errors/ApiError.ts'
import { list } from '../text/list.ts'

/** The allow list: addresses separated by commas or blanks; an empty text is nobody. Throws an Error on what is no address. */
export function parseAdmins(text: string): ReadonlySet<Address> {
  return new Set(
    list(text).map((entry) => {
      if (!isAddress(entry)) throw new Error(`ADMIN_ADDRESSES: ${entry} is no address`)
      return getAddress(entry)
    }),
  )
}

/** Throws forbidden unless `address` is on the allow list. */
export function requireAdmin(address: Address, admins: ReadonlySet<Address>): void {
  if (!admins.has(getAddress(address))) throw new ApiError('forbidden', 'this address is not an administrator')
}
