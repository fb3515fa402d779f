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

export interface TrendProvider {
  /** The profile of a wallet; null if it has none with its own handle. Throws ProviderFailure. */
  findProfile(wallet: Address): Promise<ProviderProfile | null>
}

const TIMEOUT_MS = 5000
const NAME_LIMIT = 64
const MOST_WALLETS = 200
/** A profile without its own name has its shortened wallet as handle: 0x12…ab. */
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
 * The trend provider's REST API: `GET /profile?identifier=<wallet>` with the key in `api-key`. A profile without the
 * requested wallet belongs to somebody else and is an error.
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
        throw new ProviderFailure('failed', 'the profile is of another wallet')
      if (!HANDLE.test(handle)) return null
      const name = plainText(displayName ?? '', NAME_LIMIT)
      return { handle, displayName: name === '' ? null : name, walletAddress: publicWallet.walletAddress }
    },
  }
}
