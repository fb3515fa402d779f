import { isAddressEqual } from 'viem'
import * as z from 'zod'
import { plainText, plainTextOrNull } from '../../../../shared/text/plainText.ts'
import { askJson } from '../../../../shared/provider/askService.ts'
import { address, type ReadWallet } from '../../../../shared/provider/portfolio/Portfolio.ts'
import { type SocialAccount } from '../parts.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'

const NAME_LIMIT = 64

const QUERY = `query Accounts($request: AccountsAvailableRequest!) {
  accountsAvailable(request: $request) {
    items { ... on AccountOwned { account { address owner score username { localName } metadata { name } } } }
  }
}`

const Answer = z.object({
  data: z.object({ accountsAvailable: z.object({ items: z.array(z.unknown()).max(100) }) }).nullish(),
  errors: z.array(z.unknown()).nullish(),
})
const Owned = z.object({
  account: z.object({
    address,
    owner: address.nullish(),
    score: z.number().min(0).max(1e6).nullish().catch(null),
    username: z.object({ localName: z.string() }).nullish(),
    metadata: z.object({ name: z.string().nullish() }).nullish(),
  }),
})

/**
 * The account of a wallet in a social graph (GraphQL): the first with a user name among those that the wallet owns. Accounts
 * that it merely manages belong to others.
 */
export const createSocialReader =
  (url: string, key: string | undefined): ReadWallet<SocialAccount> =>
  async (account, signal) => {
    const json = { query: QUERY, variables: { request: { managedBy: account, includeOwned: true } } }
    const headers = key === undefined ? {} : { 'x-lens-app': key }
    const { data, errors } = await askJson(
      { provider: 'socialGraph', url, json, headers, signal, isRepeatable: true },
      Answer,
    )
    if (!data || (errors && errors.length > 0)) throw new ProviderFailure('failed', 'the query failed')
    const owned = data.accountsAvailable.items
      .flatMap((item) => Owned.safeParse(item).data ?? [])
      .filter((item) => !item.account.owner || isAddressEqual(item.account.owner, account))
    for (const { account: found } of owned) {
      const handle = plainText(found.username?.localName ?? '', NAME_LIMIT)
      if (handle === '') continue
      const name = plainTextOrNull(found.metadata?.name ?? null, NAME_LIMIT)
      return { value: { handle, name, address: found.address, score: found.score ?? null } }
    }
    return { value: null }
  }
