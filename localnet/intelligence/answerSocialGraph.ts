import * as z from 'zod'
import type { KnownWallets } from './KnownWallets.ts'

const Query = z.object({
  query: z.string().regex(/accountsAvailable\(request: \$request\)/),
  variables: z.object({ request: z.object({ managedBy: z.string(), includeOwned: z.boolean().optional() }) }),
})

/** The GraphQL API of a social graph, as far as accounts of a wallet go. */
export function answerSocialGraph(known: KnownWallets, body: unknown): unknown {
  const parsed = Query.safeParse(body)
  if (!parsed.success) return { data: null, errors: [{ message: 'Failed to parse the query', extensions: {} }] }
  const { managedBy } = parsed.data.variables.request
  const items = (known.accounts.get(managedBy) ?? []).map(({ handle, address, name, score, isManaged = false }) =>
    // What it manages matches no fragment of the query.
    isManaged
      ? {}
      : {
          account: {
            address,
            owner: managedBy,
            score: score ?? null,
            username: { localName: handle },
            metadata: name === undefined ? null : { name },
          },
        },
  )
  return { data: { accountsAvailable: { items } } }
}
