import * as z from 'zod'
import { getAddress } from 'viem/utils'
import { askService } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { withCodes } from '../provider/withCodes.ts'
import { jsonOrNothing } from '../text/json.ts'
import type { ServerWallet } from './WalletCustody.ts'

export interface WalletsApi {
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
export const callWalletsApi = (
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
