/** The public addresses of a deployment; never taken from a request, whose Host header anyone can set. */
export interface TokenLinks {
  /** The API's public base, without a trailing slash: `https://api.example.com/api`. */
  readonly api: string
  /** The web application's. */
  readonly app: string
}

/** A URL of this family, with its chain and further parameters. */
export const tokenUrl = (
  links: TokenLinks,
  address: string,
  leaf: string,
  chainId: number,
  query: Readonly<Record<string, string>> = {},
): string => `${links.api}/v1/token/${address}/${leaf}?${new URLSearchParams({ chain: String(chainId), ...query })}`
