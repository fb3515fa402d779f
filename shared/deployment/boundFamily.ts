/** The Worker bound under a name, if there is one. */
export function boundFamily(env: Readonly<Record<string, unknown>>, binding: string): Fetcher | undefined {
  const service = env[binding]
  return isFetcher(service) ? service : undefined
}

const isFetcher = (value: unknown): value is Fetcher => typeof value === 'object' && value !== null && 'fetch' in value
