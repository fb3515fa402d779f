import type { CustodyEnv } from './custodyEnv.ts'
import { ApiError } from '../errors/ApiError.ts'
import { callWalletsApi, type WalletsApi } from './callWalletsApi.ts'
import type { ServerWallet, WalletCustody } from './WalletCustody.ts'

/** The provider repeats its answer for a key to whoever sends the same request, also if that was an error. */
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
