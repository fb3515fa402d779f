import { hexToBytes } from 'viem/utils'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'
import { fromBase64url } from '../../../shared/text/bytes.ts'
import { checkString, refuse } from './launchPairs.ts'

/** The chat app's key for third parties, in production (https://core.telegram.org/bots/webapps#validating-data-for-third-party-use). */
const PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

/**
 * Whether `hash` is HMAC-SHA256 over all other fields, with the key HMAC-SHA256("WebAppData", bot token). Compared in
 * constant time. Throws invalid_launch_data for a hash that cannot be one.
 */
export async function isSignedByBot(pairs: ReadonlyMap<string, string>, botToken: string): Promise<boolean> {
  const hash = pairs.get('hash') ?? ''
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw refuse('hash: must be 64 hex digits')
  const key = await createKeyring(['WebAppData']).mac(botToken)
  return createKeyring([key]).verify(checkString(pairs, ['hash']), hexToBytes(`0x${hash}`))
}

/**
 * Whether `signature` is the chat app's own (Ed25519, RFC 8032) over the bot's id and all fields but `hash`. Throws
 * invalid_launch_data for a signature that cannot be one.
 */
export async function isSignedByChatapp(
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
