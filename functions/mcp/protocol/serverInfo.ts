/** Name of this server, for its clients and in its card. */
export const SERVER_INFO = { name: 'creator-vault', title: 'Creator Vault', version: '1.0.0' }

/** For registries: at most 100 characters. */
export const SERVER_DESCRIPTION =
  'Reads creator vaults, auctions, lottery, votes and locks, and builds unsigned transactions for them.'

/** Documents of `site` that this Worker loads with their first use, instead of with each start. */
export const TOOLS_URL = '/docs/tools/operations.json'
export const SEARCH_URL = '/docs/tools/search.json'
