import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Profile, ProfileStore } from '../../../shared/store/profiles.ts'

/** The profile that a wallet belongs to. Throws account_not_found, store_unavailable. */
export async function requireProfile(profiles: ProfileStore, wallet: Address): Promise<Profile> {
  const profile = await profiles.find(wallet)
  if (!profile) throw noProfile(wallet)
  return profile
}

export const noProfile = (wallet: Address): ApiError => new ApiError('account_not_found', `no account has ${wallet}`)
