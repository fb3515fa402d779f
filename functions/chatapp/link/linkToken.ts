import * as z from 'zod'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'
import { fromBase64url, toBase64url } from '../../../shared/text/bytes.ts'

/** The chat user and chat of a link token, as decimal strings. */
export interface LinkTarget {
  readonly chatappUserId: string
  readonly chatId: string
}

export interface OpenedLinkToken extends LinkTarget {
  /** The first unix second at which it has expired. */
  readonly expiresAt: number
}

export const LINK_TOKEN_SECONDS = 900
const MAX_LENGTH = 512
/** An unpadded SHA-256 has 43 characters; the last has only four bits, so that each token has one spelling. */
const FORM = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/

const Payload = z.strictObject({
  tg: z.string().regex(/^[1-9]\d{0,15}$/),
  c: z.string().regex(/^-?\d{1,20}$/),
  iat: z.int().min(0),
  exp: z.int().min(0),
})

/**
 * A token that lets one chat user link from one chat for 15 minutes: `base64url(JSON).base64url(HMAC-SHA256)`, about
 * 140 characters. `issuedAt` is in unix seconds.
 */
export async function sealLinkToken(
  { chatappUserId, chatId, issuedAt }: LinkTarget & { readonly issuedAt: number },
  secret: string,
): Promise<string> {
  const claims = Payload.parse({ tg: chatappUserId, c: chatId, iat: issuedAt, exp: issuedAt + LINK_TOKEN_SECONDS })
  const payload = toBase64url(new TextEncoder().encode(JSON.stringify(claims)))
  return `${payload}.${toBase64url(await createKeyring([secret]).mac(payload))}`
}

/**
 * Opens a token that one of the secrets sealed, also an expired one; compared in constant time. The Durable Object of its chat
 * user decides whether it can be used: a late repeat of a token that was used in time is accepted as used.
 */
export async function openLinkToken(token: string, secrets: readonly string[]): Promise<OpenedLinkToken | 'invalid'> {
  const [, payload, mac] = token.length > MAX_LENGTH ? [] : (FORM.exec(token) ?? [])
  if (payload === undefined || mac === undefined) return 'invalid'
  if (!(await createKeyring(secrets).verify(payload, fromBase64url(mac)))) return 'invalid'
  const claims = claimsOf(payload)
  if (claims === undefined) return 'invalid'
  return { chatappUserId: claims.tg, chatId: claims.c, expiresAt: claims.exp }
}

function claimsOf(payload: string): z.output<typeof Payload> | undefined {
  try {
    return Payload.safeParse(JSON.parse(new TextDecoder().decode(fromBase64url(payload)))).data
  } catch {
    return undefined
  }
}
