import { hexToBytes } from 'viem/utils'
import * as z from 'zod'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'
import type { MiniappIdentity } from '../../../shared/domain/chatapp/MiniappIdentity.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fromBase64url, sha256 } from '../../../shared/text/bytes.ts'
import { checkString, readPairs, refuse } from './launchPairs.ts'

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

/** The chat app's key for third parties, in production (https://core.telegram.org/bots/webapps#validating-data-for-third-party-use). */
const PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

/**
 * Whether `hash` is HMAC-SHA256 over all other fields, with the key HMAC-SHA256("WebAppData", bot token). Compared in
 * constant time. Throws invalid_launch_data for a hash that cannot be one.
 */
async function isSignedByBot(pairs: ReadonlyMap<string, string>, botToken: string): Promise<boolean> {
  const hash = pairs.get('hash') ?? ''
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw refuse('hash: must be 64 hex digits')
  const key = await createKeyring(['WebAppData']).mac(botToken)
  return createKeyring([key]).verify(checkString(pairs, ['hash']), hexToBytes(`0x${hash}`))
}

/**
 * Whether `signature` is the chat app's own (Ed25519, RFC 8032) over the bot's id and all fields but `hash`. Throws
 * invalid_launch_data for a signature that cannot be one.
 */
async function isSignedByChatapp(
  pairs: ReadonlyMap<string, string>,
  botId: string,
  publicKey: string = PUBLIC_KEY,
): Promise<boolean> {
  const signature = pairs.get('signature') ?? ''
  if (!/^[A-Za-z0-9_-]{86}(==)?$/.test(signature)) throw refuse('signature: must be 64 bytes in base64url')
  const key = await crypto.subtle.importKey('raw', hexToBytes(`0x${publicKey}`), 'Ed25519', false, ['verify'])
  const signed = `${botId}:WebAppData\n${checkString(pairs, ['hash', 'signature'])}`
  return crypto.subtle.verify('Ed25519', key, fromBase64url(signature), new TextEncoder().encode(signed))
}

const User = z.object({ id: z.int().min(1), username: z.unknown().optional() })
const Chat = z.object({ id: z.union([z.int().transform(String), z.string()]).pipe(z.string().regex(/^-?\d{1,20}$/)) })

/** Only such names reach pages and logs. */
const USERNAME = /^[A-Za-z0-9_]{1,32}$/
const CHAT_TYPE = /^[a-z_]{1,32}$/
const CHAT_INSTANCE = /^-?\d{1,20}$/

/** The chat user who opened the Mini App, from verified launch data. Throws invalid_launch_data. */
function readIdentity(pairs: ReadonlyMap<string, string>): MiniappIdentity {
  const { id, username } = readJson(pairs.get('user'), User, 'user')
  const chat = pairs.get('chat')
  return {
    chatappUserId: String(id),
    chatappUsername: typeof username === 'string' && USERNAME.test(username) ? username : null,
    chatId: chat === undefined ? null : readJson(chat, Chat, 'chat').id,
    chatType: readText(pairs.get('chat_type'), CHAT_TYPE, 'chat_type'),
    chatInstance: readText(pairs.get('chat_instance'), CHAT_INSTANCE, 'chat_instance'),
  }
}

function readJson<T extends z.ZodType>(text: string | undefined, schema: T, field: string): z.output<T> {
  if (text === undefined) throw refuse(`must have the field ${field}`)
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw refuse(`${field}: is malformed`)
  }
}

function readText(text: string | undefined, pattern: RegExp, field: string): string | null {
  if (text === undefined || text === '') return null
  if (!pattern.test(text)) throw refuse(`${field}: is malformed`)
  return text
}
