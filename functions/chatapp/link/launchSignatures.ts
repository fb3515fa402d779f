import { hexToBytes } from 'viem/utils'
import { fromBase64url } from '../../../shared/text/bytes.ts'
import { checkString, refuse } from './launchPairs.ts'

/** The chat app's key for third parties, in production (https://core.telegram.org/bots/webapps#validating-data-for-third-party-use). */
const PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

const encoder = new TextEncoder()

/**
 * Whether `hash` is HMAC-SHA256 over all other fields, with the key HMAC-SHA256("WebAppData", bot token). Compared in
 * constant time. Throws invalid_launch_data for a hash that cannot be one.
 */
export async function isSignedByBot(pairs: ReadonlyMap<string, string>, botToken: string): Promise<boolean> {
  const hash = pairs.get('hash') ?? ''
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw refuse('hash must be 64 hex digits')
  const outer = await hmacKey(encoder.encode('WebAppData'), 'sign')
  const inner = await hmacKey(await crypto.subtle.sign('HMAC', outer, encoder.encode(botToken)), 'verify')
  return crypto.subtle.verify('HMAC', inner, hexToBytes(`0x${hash}`), encoder.encode(checkString(pairs, ['hash'])))
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
  if (!/^[A-Za-z0-9_-]{86}(==)?$/.test(signature)) throw refuse('signature must be 64 bytes in base64url')
  const key = await crypto.subtle.importKey('raw', hexToBytes(`0x${publicKey}`), 'Ed25519', false, ['verify'])
  const signed = `${botId}:WebAppData\n${checkString(pairs, ['hash', 'signature'])}`
  return crypto.subtle.verify('Ed25519', key, fromBase64url(signature), encoder.encode(signed))
}

const hmacKey = (secret: Uint8Array | ArrayBuffer, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
