import { isAddressEqual, type Address, formatUnits } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { priceText } from '../../../shared/domain/lendpool/wadText.ts'

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

export const describeIdleBuffer = (strategy: Address, [bps]: readonly [bigint]): string =>
  `Make the strategy ${strategy} keep ${formatUnits(bps, 2)} % (${bps} basis points) of its assets unlent.`

export const describeMinBucket = (auth: Address, [index]: readonly [bigint]): string =>
  `Let the lending vault of the rule book ${auth} lend only in buckets from index ${index} on, at prices of at most ${priceText(bucketPrice(index))} quote tokens per collateral token.`
