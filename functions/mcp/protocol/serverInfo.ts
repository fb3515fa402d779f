/** Who this server says that it is: to its clients, and in its card. */
export const SERVER_INFO = { name: 'creator-vault', title: 'Creator Vault', version: '1.0.0' }

/** What it does, for registries: at most 100 characters. */
export const SERVER_DESCRIPTION =
  'Reads creator vaults, auctions, lottery, votes and locks, and builds unsigned transactions for them.'
