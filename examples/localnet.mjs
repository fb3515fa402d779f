// What the examples need of the local world of `npm start`.
import { readFileSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'

/** Addresses, accounts and secrets of the running local world. */
export const { api, rpc, chainId, contracts, accounts, secrets, services } = JSON.parse(
  readFileSync('.localnet/manifest.json', 'utf8'),
)

/** The account of a role, for example `owner`, `agent` or `bidder`. */
export const accountOf = (role) => privateKeyToAccount(accounts.find((account) => account.role === role).privateKey)
