import * as z from 'zod'
import { getAddress } from 'viem/utils'
import { ApiError } from '../errors/ApiError.ts'
import { retryHeaders } from '../errors/retryHeaders.ts'
import { log } from '../log/log.ts'
import { jsonOrNothing } from '../text/json.ts'
import { readBounded } from '../text/readBounded.ts'
import type { ServerWallet } from './WalletCustody.ts'

export interface WalletsApi {
  readonly apiUrl: string
  readonly appId: string
  readonly appSecret: string
}

interface Question {
  readonly path: string
  /** Makes it a POST. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 8000
const MAX_BYTES = 65_536

const Wallet = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  chain_type: z.literal('ethereum'),
  external_id: z.string(),
})

/** What the API itself says; a 404 of anything else (a wrong URL) says nothing. */
const Refused = z.object({ error: z.unknown() })

/**
 * Asks the wallets API for the wallet with an external id, with the application's credentials (RFC 7617), without
 * redirects; `refused` where the API says that it does not have it, or does not make it. Throws custody_unavailable for
 * everything else, also for another wallet than the one that was asked for.
 */
export async function askWallets(
  { apiUrl, appId, appSecret }: WalletsApi,
  externalId: string,
  { path, body, headers = {} }: Question,
): Promise<ServerWallet | 'refused'> {
  const { status, retryAfter, value } = await send(`${apiUrl.replace(/\/+$/, '')}${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
      authorization: `Basic ${base64(`${appId}:${appSecret}`)}`,
      'privy-app-id': appId,
      accept: 'application/json',
    },
  })
  const mayRefuse = body ? [400, 409, 422] : [404]
  if (mayRefuse.includes(status) && Refused.safeParse(value).success) return 'refused'
  if (status !== 200 && status !== 201) throw unavailable({ status }, retryAfter)
  const wallet = Wallet.safeParse(value)
  if (!wallet.success || wallet.data.external_id !== externalId)
    throw unavailable({ status, answer: wallet.success ? 'another wallet' : 'malformed' })
  return { id: wallet.data.id, address: getAddress(wallet.data.address) }
}

async function send(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const bytes = response.body ? await readBounded(response.body, MAX_BYTES) : new Uint8Array()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), value: jsonOrNothing(bytes) }
  } catch (error) {
    throw unavailable({ error: error instanceof Error ? error.name : typeof error })
  }
}

/** With the seconds that the API asked to wait (RFC 9110 section 10.2.3); a date is left to the catalogue's default. */
function unavailable(fields: Readonly<Record<string, string | number>>, retryAfter: string | null = null): ApiError {
  log('warn', 'custody_unavailable', { from: 'wallets API', ...fields })
  return new ApiError('custody_unavailable', undefined, retryHeaders(retryAfter))
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
