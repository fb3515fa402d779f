import { createClient, localnet } from 'creator-vault'

/** The client of the API, with the session of this page. */
export const vaults = createClient({ network: localnet })
