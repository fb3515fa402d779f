/** The Worker bound under a name, if there is one. */
export function boundFamily(env: object, binding: string): Fetcher | undefined {
  const service: unknown = Reflect.get(env, binding)
  return isFetcher(service) ? service : undefined
}

const isFetcher = (value: unknown): value is Fetcher => typeof value === 'object' && value !== null && 'fetch' in value
