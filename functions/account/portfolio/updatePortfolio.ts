import { PROFILE_LIMITS } from '../../../schema/account/portfolio.ts'
import { accountOf } from '../../../shared/domain/authority/accountOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import {
  InvalidProfileText,
  InvalidProfileUrl,
  profileSocialUri,
  profileText,
  profileUrl,
} from '../accounts/profileUrl.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import { PROFILE_FIELDS, type ProfileField, type ProfileFields } from '../store/profiles.ts'
import { noProfile } from './createPortfolios.ts'
import { describeOwn, withWalletsOf } from './describePortfolio.ts'

/**
 * Sets the fields of the caller’s profile that are sent, in one statement. Throws invalid_request, account_not_found,
 * wallet_session, authority_unknown, store_unavailable.
 */
export const updatePortfolio: AccountHandler<'updatePortfolio'> = async ({ body, principal }, context) => {
  const person = requirePerson(principal)
  const changes = readChanges(body)
  const { profiles } = context.portfolios
  const found = await profiles.findBeside(context.authority.standing(person).then(accountOf), person.address)
  if (!found) throw noProfile(person.address)
  const { account, profile: before } = found
  const profile = { ...before, fields: { ...before.fields, ...changes } }
  const answer = { data: await describeOwn(withWalletsOf(profile, account), person, context) }
  if (!(await profiles.update(account.profileId, changes, answer))) throw noProfile(person.address)
  return answer
}

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
function readChanges(given: Given): Partial<ProfileFields> {
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
