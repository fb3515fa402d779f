import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'

const keyNeeded = (role: string, address: Address): string =>
  `only the ${role} ${address} may send this call; if that is a smart wallet, send the call through it`

/** `owner` of a lending strategy; null if it was not read. */
export const notLenderOwner = (owner: Address | null, from: Address): Issue[] =>
  owner === null || isAddressEqual(owner, from)
    ? []
    : [{ code: 'not_owner', message: keyNeeded('owner', owner), reverts: 'OwnableUnauthorizedAccount', owner }]

/** `admin` of a rule book; null if it was not read. `isAdmin` is what the book itself says about the sender. */
export const notAdmin = (admin: Address | null, isAdmin: boolean | null, from: Address): Issue[] =>
  admin === null || isAdmin === true || isAddressEqual(admin, from)
    ? []
    : [{ code: 'not_admin', message: keyNeeded('admin', admin), reverts: 'NotAuthorized', admin }]
