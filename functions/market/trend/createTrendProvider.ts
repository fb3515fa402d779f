import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import * as z from 'zod'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { askJsonOrNull } from '../../../shared/provider/askService.ts'
import { plainText } from '../../../shared/text/plainText.ts'

export interface ProviderProfile {
  readonly handle: string
  readonly displayName: string | null
  readonly walletAddress: Address
}

/** Who somebody is at the trend provider. */
export interface TrendProvider {
  /** The profile of a wallet; null where it has none with a handle of its own. Throws ProviderFailure. */
  findProfile(wallet: Address): Promise<ProviderProfile | null>
}

const TIMEOUT_MS = 5000
const NAME_LIMIT = 64
const MOST_WALLETS = 200
/** A profile without a name of its own is called by its shortened wallet: 0x12…ab. */
const HANDLE = /^(?!0x)[A-Za-z0-9._-]{1,64}$/

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text) => getAddress(text))
const Wallet = z.object({ walletAddress: address })
const Answer = z.object({
  profile: z
    .object({
      handle: z.string().max(256),
      displayName: z.string().max(1024).nullish(),
      publicWallet: Wallet,
      linkedWallets: z.object({
        edges: z.array(z.object({ node: z.object({ walletAddress: z.string() }) })).max(MOST_WALLETS),
      }),
    })
    .nullish(),
})

/**
 * The trend provider by its REST API: `GET /profile?identifier=<wallet>` with its key in `api-key`. A profile that does not
 * show the wallet that was asked for is somebody else's, and is no answer.
 */
export function createTrendProvider(apiUrl: string, apiKey: string | undefined): TrendProvider {
  const headers = apiKey === undefined ? {} : { 'api-key': apiKey }
  return {
    async findProfile(wallet) {
      const path = `/profile?identifier=${wallet}`
      const answer = await askJsonOrNull(
        { provider: 'trendProvider', url: apiUrl, path, headers, timeoutMs: TIMEOUT_MS },
        Answer,
      )
      if (!answer?.profile) return null
      const { handle, displayName, publicWallet, linkedWallets } = answer.profile
      const shown = [publicWallet.walletAddress, ...linkedWallets.edges.map(({ node }) => node.walletAddress)]
      if (!shown.some((one) => isAddress(one, { strict: false }) && isAddressEqual(getAddress(one), wallet)))
        throw new ProviderFailure('failed', 'the profile of another wallet')
      if (!HANDLE.test(handle)) return null
      const name = plainText(displayName ?? '', NAME_LIMIT)
      return { handle, displayName: name === '' ? null : name, walletAddress: publicWallet.walletAddress }
    },
  }
}
