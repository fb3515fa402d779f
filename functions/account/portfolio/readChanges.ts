import { PROFILE_LIMITS } from '../../../schema/account/portfolio.ts'
import { profileText, InvalidProfileText } from '../accounts/profileText.ts'
import { profileSocialUri, profileUrl, InvalidProfileUrl } from '../accounts/profileUrl.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { PROFILE_FIELDS, type ProfileField, type ProfileFields } from '../store/profiles.ts'

type Given = { readonly [K in ProfileField]?: string | null | undefined }

/** How each field is read; what it returns is stored. */
const READ: Readonly<Record<ProfileField, (text: string, limit: number) => string>> = {
  displayName: profileText,
  bio: profileText,
  website: profileUrl,
  avatarUrl: profileUrl,
  bannerUrl: profileUrl,
  avatarSocialUri: profileSocialUri,
  bannerSocialUri: profileSocialUri,
}

/** The fields that a request sets, as they are stored. Throws invalid_request naming the field, or if it sets none. */
export function readChanges(given: Given): Partial<ProfileFields> {
  const changes = PROFILE_FIELDS.flatMap((name) => {
    const value = given[name]
    return value === undefined ? [] : [[name, value === null ? null : readField(name, value)] as const]
  })
  if (changes.length === 0)
    throw new ApiError('invalid_request', `body: must have at least one of ${PROFILE_FIELDS.join(', ')}`)
  return Object.fromEntries(changes)
}

function readField(name: ProfileField, value: string): string | null {
  if (value === '') return null
  try {
    return READ[name](value, PROFILE_LIMITS[name]) || null
  } catch (error) {
    if (error instanceof InvalidProfileText || error instanceof InvalidProfileUrl)
      throw new ApiError('invalid_request', `${name}: ${error.message}`)
    throw error
  }
}
