import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

export const accountRoles = ['owner', 'voter', 'bidder', 'borrower', 'agent', 'admin', 'stranger'] as const
export type AccountRole = (typeof accountRoles)[number]
export type Account = { role: AccountRole; address: Address; privateKey: Hex }

/** The published keys that anvil funds (mnemonic "test test test test test test test test test test test junk"). */
const publishedKeys: Record<AccountRole, Hex> = {
  owner: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  voter: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  bidder: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  borrower: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  agent: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  admin: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  stranger: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
}

/** The accounts of the local world, by role. Their keys are public: never send anything of value to them. */
export const accounts: Account[] = accountRoles.map((role) => ({
  role,
  address: privateKeyToAddress(publishedKeys[role]),
  privateKey: publishedKeys[role],
}))

const addresses = new Map(accounts.map(({ role, address }) => [role, address]))

/** The address of a role. */
export function addressOf(role: AccountRole): Address {
  const address = addresses.get(role)
  if (!address) throw new Error(`No account has the role ${role}.`)
  return address
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The wallet that the local wallet provider makes for an external id: the same after a restart, like the rows in the
 * database and the owners on the chain.
 */
export const localServerWallet = (externalId: string): { id: string; address: Address } => ({
  id: digest(`wallet ${externalId}`).slice(0, 24),
  address: privateKeyToAddress(`0x${digest(`key of ${externalId}`)}`),
})
