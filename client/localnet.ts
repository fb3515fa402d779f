import type { Address, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Network } from './networks.ts'

/** A local world, as its host describes it. */
export interface LocalWorld {
  readonly network: Network
  /** Base URL of the API. */
  readonly api: string
  /** URL of the node of its chain. */
  readonly rpc: string
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>>
  /** Secrets of its machines, by the names of their variables. */
  readonly secrets: Readonly<Record<string, string>>
  /** URLs of its stand-ins for other services. */
  readonly services: Readonly<Record<string, string>>
  /** The account of a role, for example `owner`, `agent` or `bidder`. Its key is published. Throws an Error for an unknown role. */
  accountOf(role: string): PrivateKeyAccount
}

interface Described extends Omit<LocalWorld, 'network' | 'accountOf'> {
  readonly accounts: readonly { readonly role: string; readonly privateKey: `0x${string}` }[]
}

/**
 * Accounts and addresses of the local world (`npm start`) at a host, such as `http://127.0.0.1:8787`. A deployment has none: programs
 * use their own account there.
 *
 * Throws an Error if the host is not a local world, and what `fetch` throws.
 */
export async function localWorld(host: string): Promise<LocalWorld> {
  const answer = await fetch(new URL('/docs/local-world.json', host))
  if (!answer.ok) throw new Error(`${host} is not a local world: use an account and addresses of your own`)
  const { accounts, ...world }: Described = await answer.json()
  return {
    ...world,
    network: { chainId: world.chainId, baseUrl: world.api },
    accountOf(role) {
      const account = accounts.find((one) => one.role === role)
      if (!account) throw new Error(`no account is ${role}; roles: ${accounts.map((one) => one.role).join(', ')}`)
      return privateKeyToAccount(account.privateKey)
    },
  }
}
