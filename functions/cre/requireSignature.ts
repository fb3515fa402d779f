import { hexToBytes } from 'viem/utils'
import { createKeyring } from '../../shared/auth/createKeyring.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import type { NonceStore } from '../../shared/durable/nonces.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { unauthenticated } from '../../shared/errors/unauthenticated.ts'
import { canonicalBody, parseBody } from '../../shared/http/body.ts'
import { log } from '../../shared/log/log.ts'
import type { RuntimeContext } from './context.ts'
import type { RuntimeEnv } from './env.ts'

interface SignatureHeaders {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** How far a timestamp may be off, in either direction. */
const SKEW_MS = 300_000
/** A nonce is kept while a timestamp signed with it could pass, plus a minute for clocks that differ. */
const NONCE_SECONDS = (2 * SKEW_MS) / 1000 + 60

/**
 * Checks `x-cre-timestamp` (unix milliseconds), `x-cre-nonce` and `x-cre-signature`: HMAC-SHA256 in hex, with or
 * without a `sha256=` prefix, over `<timestamp>.<nonce>.<RFC 8785 form of the body>`; the body of a GET is `{}`. The
 * nonce is claimed last, so that nobody can use up a nonce without being able to sign.
 *
 * Throws unauthenticated, nonce_used (on any route), signing_not_configured (strict without a secret, or a secret that
 * is too short), invalid_json, body_too_large, store_unavailable.
 */
function createSignatureCheck(env: RuntimeEnv, { nonces, now }: { nonces: NonceStore; now: () => number }) {
  const secrets = secretsInForce(env.CRE_RUNTIME_SIGNING_SECRET, env.CRE_RUNTIME_SIGNING_SECRET_PREVIOUS)
  const keyring = createKeyring(secrets)
  // A secret that is too short counts as absent, but must not open what it was meant to close.
  const isMeant = env.CRE_RUNTIME_SIGNING_SECRET === null || env.CRE_RUNTIME_SIGNING_SECRET_PREVIOUS === null
  const isStrict = env.CRE_RUNTIME_ENFORCE_HMAC
  const letsUnsignedPass = !isStrict && env.CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED

  return async (request: Request, readBody: () => Promise<Uint8Array>): Promise<void> => {
    if (secrets.length === 0) {
      if (isStrict || isMeant) throw new ApiError('signing_not_configured')
      return
    }
    if (letsUnsignedPass && isUnsigned(request.headers)) {
      log('warn', 'unsigned_runtime_request', { method: request.method })
      return
    }
    const headers = readHeaders(request.headers)
    if (Math.abs(Number(headers.timestamp) - now()) > SKEW_MS)
      throw refused('x-cre-timestamp: must be within 5 minutes of this service’s clock')
    const text = `${headers.timestamp}.${headers.nonce}.${await signedBody(request, readBody)}`
    if (!(await keyring.verify(text, hexToBytes(`0x${headers.signature}`))))
      throw refused('x-cre-signature: does not match this request')
    if (!(await nonces.consume(headers.nonce, NONCE_SECONDS)))
      throw new ApiError('nonce_used', 'x-cre-nonce: was already used; sign the request again with a new nonce')
  }
}

const NAMES = ['x-cre-timestamp', 'x-cre-nonce', 'x-cre-signature'] as const

const isUnsigned = (headers: Headers): boolean => NAMES.every((name) => headers.get(name) === null)

function readHeaders(headers: Headers): SignatureHeaders {
  const [timestamp, nonce, signature] = NAMES.map((name) => headers.get(name))
  if (!timestamp || !nonce || !signature)
    throw refused(`the request must be signed; send the headers ${NAMES.join(', ')}`)
  if (!/^[0-9]{13}$/.test(timestamp)) throw refused('x-cre-timestamp: must be unix milliseconds')
  if (!/^[A-Za-z0-9_-]{16,128}$/.test(nonce))
    throw refused('x-cre-nonce: must be 16 to 128 of the characters A-Z a-z 0-9 _ -')
  const hex = signature.replace(/^sha256=/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw refused('x-cre-signature: must be 64 hex digits')
  return { timestamp, nonce, signature: hex }
}

async function signedBody(request: Request, readBody: () => Promise<Uint8Array>): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD') return '{}'
  return canonicalBody(parseBody(await readBody(), 'json'))
}

const refused = (detail: string): ApiError => unauthenticated(detail, { scheme: 'HMAC', error: 'bad_signature' })

/** The workflow runtime sends its API key, and signs its requests where that is required. Cookies are ignored. */
export function authenticateRuntime({ nonces, now }: RuntimeContext, env: RuntimeEnv): Authenticate {
  const key = { secrets: secretsInForce(env.CRE_RUNTIME_API_KEY, env.CRE_RUNTIME_API_KEY_PREVIOUS) }
  const requireSignature = createSignatureCheck(env, { nonces, now })
  return async (request, _requirement, readBody) => {
    await requireMachine(request, 'runtime', key)
    await requireSignature(request, readBody)
    return { kind: 'machine', name: 'runtime' }
  }
}
