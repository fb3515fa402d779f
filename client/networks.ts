/** The API of a chain. */
export interface Network {
  readonly chainId: number
  /** Base URL, ending in `/api`. */
  readonly baseUrl: string
}

/** Base, in production. */
export const base: Network = { chainId: 8453, baseUrl: 'https://api.example.com/api' }
/** The local world of `npm start`. */
export const localnet: Network = { chainId: 31_337, baseUrl: 'http://127.0.0.1:8787/api' }
