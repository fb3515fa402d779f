import { concatBytes, decodeAbiParameters, type Hex, hexToBytes, numberToBytes } from 'viem'
import * as z from 'zod'
import { toBase64url } from '../../text/bytes.ts'
import { parseJson } from '../../text/json.ts'

/** `WebAuthnAuth` of base/webauthn-sol, as coinbase/smart-wallet takes it. */
const WEBAUTHN = [
  {
    type: 'tuple',
    components: [
      { name: 'authenticatorData', type: 'bytes' },
      { name: 'clientDataJSON', type: 'bytes' },
      { name: 'challengeIndex', type: 'uint256' },
      { name: 'typeIndex', type: 'uint256' },
      { name: 'r', type: 'uint256' },
      { name: 's', type: 'uint256' },
    ],
  },
] as const

const ClientData = z.object({ type: z.literal('webauthn.get'), challenge: z.string() })
const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Whether a passkey (64 bytes: x and y on P-256) signed a hash (WebAuthn, "Verifying an Authentication Assertion"). False for what
 * is no such signature: a contract can name the passkey of anybody, so its word is not enough.
 */
export async function isSignedByPasskey(
  publicKey: Hex,
  { inner, boundHash }: { readonly inner: Hex; readonly boundHash: Hex },
): Promise<boolean> {
  try {
    const [{ authenticatorData, clientDataJSON, r, s }] = decodeAbiParameters(WEBAUTHN, inner)
    const clientData = hexToBytes(clientDataJSON)
    const { challenge } = ClientData.parse(parseJson(clientData))
    if (challenge !== toBase64url(hexToBytes(boundHash))) return false
    const point = concatBytes([Uint8Array.of(4), hexToBytes(publicKey)])
    const key = await crypto.subtle.importKey('raw', new Uint8Array(point), P256, false, ['verify'])
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(clientData)))
    const signature = concatBytes([numberToBytes(r, { size: 32 }), numberToBytes(s, { size: 32 })])
    const signed = concatBytes([hexToBytes(authenticatorData), digest])
    return await crypto.subtle.verify(
      { ...P256, hash: 'SHA-256' },
      key,
      new Uint8Array(signature),
      new Uint8Array(signed),
    )
  } catch {
    return false
  }
}
