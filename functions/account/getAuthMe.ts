import type { AccountHandler } from './context.ts'
import { requirePerson } from './requireAccount.ts'

/**
 * Returns the address of the request's session, or the agent of its SIWA receipt, and the account of that address. Throws
 * store_unavailable.
 */
export const getAuthMe: AccountHandler<'getAuthMe'> = async ({ principal }, { authority }) => {
  const person = requirePerson(principal)
  const { kind } = person
  const { address, account: found } = await authority.standing(person)
  return {
    data: {
      kind,
      address,
      expiresAt: new Date(person.expiresAt * 1000).toISOString(),
      agentId: person.kind === 'siwa' ? Number(person.agentId) : null,
      agentRegistry: person.kind === 'siwa' ? person.agentRegistry : null,
      account: found && {
        canonicalWallet: found.canonicalWallet,
        wallets: [...found.wallets],
        linked: [...found.linked],
      },
    },
  }
}
