import type { Client, RequestOptions } from './createClient.ts'

/**
 * The pages of a list, from the given cursor or the first one on, each fetched when it is asked for.
 *
 * @example
 * for await (const { items } of pagesOf(client, listExploreVaults, { limit: 50 })) …
 */
export async function* pagesOf<
  Parameters extends { readonly cursor?: string },
  Page extends { readonly nextCursor: string | null },
>(
  client: Client,
  operation: (client: Client, parameters: Parameters, options?: RequestOptions) => Promise<Page>,
  parameters: NoInfer<Parameters>,
  options?: RequestOptions,
): AsyncGenerator<Page, void, void> {
  for (let cursor = parameters.cursor; ;) {
    const page = await operation(client, cursor === undefined ? parameters : { ...parameters, cursor }, options)
    yield page
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
