import type { Client, RequestOptions } from './createClient.ts'
import type { Operation, Rest } from './Operation.ts'

/**
 * Iterates over the pages of a list, from `cursor` on if it is given. Fetches each page when the loop asks for it.
 *
 * @example
 * for await (const { items } of pagesOf(client, listExploreVaults, { limit: 50 })) …
 */
export function pagesOf<
  Parameters extends { readonly cursor?: string },
  Page extends { readonly nextCursor: string | null },
  Code extends string,
>(
  client: Client,
  operation: Operation<Parameters, Page, Code>,
  ...rest: Rest<NoInfer<Parameters>>
): AsyncGenerator<Page, void, void>
export async function* pagesOf<Page extends { readonly nextCursor: string | null }>(
  client: Client,
  operation: (client: Client, parameters: { readonly cursor?: string }, options?: RequestOptions) => Promise<Page>,
  parameters: { readonly cursor?: string } = {},
  options?: RequestOptions,
): AsyncGenerator<Page, void, void> {
  for (let { cursor } = parameters; ;) {
    const page = await operation(client, cursor === undefined ? parameters : { ...parameters, cursor }, options)
    yield page
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
