import { ApiError } from '../../../shared/errors/ApiError.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { isSignedByBot, isSignedByChatapp } from './launchSignatures.ts'
import type { MiniappIdentity } from '../../../shared/domain/chatapp/MiniappIdentity.ts'
import { checkString, readPairs, refuse } from './launchPairs.ts'
import { readIdentity } from './readIdentity.ts'

export interface LaunchRules {
  /** Token of the bot that the Mini App belongs to, `<id>:<secret>`. */
  readonly botToken?: string | null | undefined
  /** Id of that bot, for a deployment that does not have its token. */
  readonly botId?: string | null | undefined
  /** Ed25519 key of the chat app, 64 hex digits; its production key when absent. */
  readonly publicKey?: string | undefined
  /** At most 300; a higher value counts as 300. */
  readonly maxAgeSeconds: number
  /** Unix seconds. */
  readonly now: number
}

export interface LaunchData {
  readonly identity: MiniappIdentity
  /** `start_param` of the link that opened the Mini App. */
  readonly startParam: string | null
  /** When the chat app signed it, unix seconds. */
  readonly authDate: number
  /** The last second at which it is accepted. */
  readonly expiresAt: number
  /** SHA-256 of the signed text, 64 hex digits: independent of the order and encoding of the fields. */
  readonly replayKey: string
}

const MAX_AGE_SECONDS = 300
const MAX_SKEW_SECONDS = 120

/**
 * Verifies the launch data of a Mini App (https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app):
 * with the bot's token, or if only its id is configured, with the chat app's signature for third parties.
 *
 * Throws invalid_launch_data, launch_data_not_genuine, launch_data_expired, launch_data_not_yet_valid, and
 * chatapp_not_configured without token and id.
 */
export async function verifyLaunchData(initData: string, rules: LaunchRules): Promise<LaunchData> {
  const pairs = readPairs(initData)
  const authDate = readAuthDate(pairs.get('auth_date'))
  if (!(await isGenuine(pairs, rules))) throw new ApiError('launch_data_not_genuine')
  const expiresAt = authDate + Math.min(rules.maxAgeSeconds, MAX_AGE_SECONDS)
  if (authDate > rules.now + MAX_SKEW_SECONDS) throw new ApiError('launch_data_not_yet_valid')
  if (expiresAt < rules.now) throw new ApiError('launch_data_expired')
  return {
    identity: readIdentity(pairs),
    startParam: readStartParam(pairs.get('start_param')),
    authDate,
    expiresAt,
    replayKey: await sha256(checkString(pairs, ['hash', 'signature'])),
  }
}

async function isGenuine(pairs: ReadonlyMap<string, string>, { botToken, botId, publicKey }: LaunchRules) {
  if (botToken) return isSignedByBot(pairs, botToken)
  if (botId) return isSignedByChatapp(pairs, botId, publicKey)
  throw new ApiError('chatapp_not_configured')
}

function readAuthDate(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,11}$/.test(text)) throw refuse('auth_date: must be unix seconds')
  return Number(text)
}

function readStartParam(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!/^[A-Za-z0-9_-]{1,512}$/.test(text)) throw refuse('start_param: is malformed')
  return text
}
