import { getAddress } from 'viem/utils'
import * as z from 'zod'
import { ApiError } from '../errors/ApiError.ts'
import { askService } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { withCodes } from '../provider/withCodes.ts'
import { jsonOrNothing } from '../text/json.ts'
import type { CustodyEnv } from './custodyEnv.ts'
import type { ServerWallet, WalletCustody } from './IdentityProvider.ts'

/** The provider repeats its answer for a key to any same request, also if that was an error. */
const KEY_MS = 60_000

/** The wallet provider of a deployment; `now` is in milliseconds. */
export function createWalletCustody(
  { CUSTODY_APP_ID: appId, CUSTODY_APP_SECRET: appSecret, CUSTODY_API_URL: apiUrl }: CustodyEnv,
  now: () => number,
): WalletCustody {
  if (!appId || !appSecret) return { open: () => Promise.reject(new ApiError('custody_not_configured')) }
  const api = { apiUrl, appId, appSecret }
  return {
    open: async (externalId) =>
      (await find(api, externalId)) ?? (await create(api, externalId, Math.floor(now() / KEY_MS))),
  }
}

/** `GET /v1/wallets/ext_wal_{external id}`; null where the provider has none. */
const find = async (api: WalletsApi, externalId: string): Promise<ServerWallet | null> => {
  const answer = await callWalletsApi(api, externalId, { path: `/v1/wallets/ext_wal_${externalId}` })
  return answer === 'refused' ? null : answer
}

/**
 * `POST /v1/wallets`. Requests at the same time have the same idempotency key and get the same answer; a later one is
 * refused, since an external id is unique at the provider, and finds the wallet.
 */
async function create(api: WalletsApi, externalId: string, period: number): Promise<ServerWallet> {
  const answer = await callWalletsApi(api, externalId, {
    path: '/v1/wallets',
    body: { chain_type: 'ethereum', external_id: externalId },
    headers: { 'privy-idempotency-key': `${externalId}:${period}` },
  })
  const wallet = answer === 'refused' ? await find(api, externalId) : answer
  if (!wallet) throw new ApiError('custody_unavailable')
  return wallet
}

interface WalletsApi {
  readonly apiUrl: string
  readonly appId: string
  readonly appSecret: string
}

interface WalletsRequest {
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

/** A refusal by the API itself; any other 404, as of a wrong URL, is a failure. */
const Refused = z.object({ error: z.unknown() })

/**
 * Calls the wallets API for the wallet with an external id, with the application's credentials (RFC 7617). Returns `refused` if
 * the API does not have the wallet, or does not create it. Throws custody_unavailable for any other failure, and for a wallet
 * with another external id.
 */
const callWalletsApi = (
  { apiUrl, appId, appSecret }: WalletsApi,
  externalId: string,
  { path, body, headers }: WalletsRequest,
): Promise<ServerWallet | 'refused'> =>
  withCodes(
    { failed: 'custody_unavailable' },
    async () => {
      const mayRefuse = body ? [400, 409, 422] : [404]
      const { status, bytes } = await askService({
        provider: 'walletProvider',
        url: apiUrl,
        path,
        json: body,
        basic: [appId, appSecret],
        headers: { ...headers, 'privy-app-id': appId },
        answers: [200, 201, ...mayRefuse],
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
      const value = jsonOrNothing(bytes)
      const isRefusal = mayRefuse.includes(status)
      if (isRefusal && Refused.safeParse(value).success) return 'refused'
      const { data: wallet } = isRefusal ? {} : Wallet.safeParse(value)
      if (wallet?.external_id !== externalId)
        throw new ProviderFailure('failed', wallet ? 'another wallet' : 'malformed', { status })
      return { id: wallet.id, address: getAddress(wallet.address) }
    },
    { from: 'wallets API' },
  )
