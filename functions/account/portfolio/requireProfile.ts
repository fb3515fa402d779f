import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Profile, ProfileStore } from '../../../shared/store/profiles.ts'
import type { Principal } from '../../../shared/auth/principal.ts'

/** Somebody with a wallet: who a credential stands for, other than a machine. Throws unauthenticated. */
export function requirePerson(principal: Principal | undefined): Exclude<Principal, { kind: 'machine' }> {
  if (!principal || principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal
}

/** The profile that a wallet belongs to. Throws profile_not_found, store_unavailable. */
export async function requireProfile(profiles: ProfileStore, wallet: Address): Promise<Profile> {
  const profile = await profiles.find(wallet)
  if (!profile) throw noProfile(wallet)
  return profile
}

export const noProfile = (wallet: Address): ApiError => new ApiError('profile_not_found', `no account has ${wallet}`)
